/** Campaign of the demo: which channel and medium it is of, how many of the channel's customers it brings, what it pays for a click. */
export interface Campaign {
  readonly name: string
  readonly media: string
  readonly channel: string
  /** Of a hundred customers of its channel. */
  readonly share: number
  /** Of India, in paise. */
  readonly clickMinor: number
}

/** Whoever came by themselves, or was referred, was brought by none. */
export const campaigns: readonly Campaign[] = [
  { name: 'brand-search', media: 'google', channel: 'search', share: 40, clickMinor: 700 },
  { name: 'loan-keywords', media: 'google', channel: 'search', share: 45, clickMinor: 1_700 },
  { name: 'loan-keywords-bing', media: 'bing', channel: 'search', share: 15, clickMinor: 1_200 },
  { name: 'instant-cash-video', media: 'meta', channel: 'social', share: 55, clickMinor: 800 },
  { name: 'lookalike-repaid', media: 'meta', channel: 'social', share: 25, clickMinor: 990 },
  { name: 'short-video', media: 'tiktok', channel: 'social', share: 20, clickMinor: 530 },
  { name: 'compare-loans', media: 'comparison', channel: 'partner', share: 100, clickMinor: 1_500 },
]

/** What brought a customer of a channel: decided by their number, so that no chance is drawn for it. */
export function attributionOf(channel: string, phone: string) {
  const own = campaigns.filter((one) => one.channel === channel)
  let left = Number(phone.slice(-2))
  const found = own.find(({ share }) => {
    left -= share
    return left < 0
  })
  return { channel, media: found?.media ?? null, campaign: found?.name ?? null }
}
