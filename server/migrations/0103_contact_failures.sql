-- Why a contact came to nothing was stored in English; it is the key of a text, which people read in their language.
UPDATE messages SET failure = CASE failure WHEN 'there is no number any more' THEN 'numberGone' WHEN 'the channel does not reach this number' THEN 'numberNotReached' WHEN 'the channel could not be reached in time' THEN 'notInTime' END
  WHERE failure IN ('there is no number any more', 'the channel does not reach this number', 'the channel could not be reached in time');--> statement-breakpoint
UPDATE calls SET failure = CASE failure WHEN 'there is no number any more' THEN 'numberGone' WHEN 'the dialler does not call this number' THEN 'dialRefused' END
  WHERE failure IN ('there is no number any more', 'the dialler does not call this number');--> statement-breakpoint
UPDATE ai_records SET failure = CASE failure WHEN 'there is no number any more' THEN 'numberGone' WHEN 'the robot does not call this number' THEN 'robotRefused' END
  WHERE failure IN ('there is no number any more', 'the robot does not call this number');--> statement-breakpoint
-- a reminder that has reached nobody keeps no other from being sent on that day
DROP INDEX "messages_reminded";--> statement-breakpoint
CREATE UNIQUE INDEX "messages_reminded" ON "messages" USING btree ("customer_id","reminds") WHERE reminds is not null and state not in ('refused', 'dropped', 'failed');