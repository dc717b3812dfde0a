import type { Transcript } from '#contract/ai-records.ts'

/** Key of a transcript that no robot made: it is read out when somebody asks for it. */
export const sampleTranscriptKey = 'sample'

/** Sample transcript: what a robot and a customer say to each other in demonstrations and tests. */
export const sampleTranscript: Transcript = [
  { by: 'robot', text: 'Good morning. This is Lendline, about your loan. Am I speaking with the borrower?' },
  { by: 'customer', text: 'Yes, speaking.' },
  { by: 'robot', text: 'Your instalment is past its due date. When will you be able to pay?' },
  { by: 'customer', text: 'I will look at it today.' },
  { by: 'robot', text: 'Thank you. Goodbye.' },
]
