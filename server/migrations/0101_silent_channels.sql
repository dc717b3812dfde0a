-- Why a payment was given up was stored in English; it is the key of a text, which people read in their language.
UPDATE payments SET failure = 'channelSilent' WHERE failure = 'No answer from the channel';--> statement-breakpoint
UPDATE loan_states SET reason = 'channelSilent' WHERE reason = 'No answer from the channel';
