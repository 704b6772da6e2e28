/** Ways out of the portal to a person. */
export const channelNames = ['mail', 'sms', 'wecom', 'dingtalk'] as const
export type ChannelName = (typeof channelNames)[number]

/** One text for one person. */
export interface Parcel {
  /** Mail address, mobile number, or the number by which the provider knows the person. */
  readonly to: string
  /** Used by mail only. */
  readonly subject: string
  readonly text: string
  /** The same with every attempt at this parcel. */
  readonly key: string
}

/**
 * What became of an attempt. `later`: certainly not taken, may be tried again, and not before `afterSeconds`
 * where the channel named a time. `refused`: certainly not taken and never will be. `unknown`: the channel
 * may have it. Reasons are Chinese sentences without address, text or secret.
 */
export type Outcome =
  | { readonly state: 'delivered'; readonly receipt: string | null }
  | { readonly state: 'later'; readonly reason: string; readonly afterSeconds?: number; readonly busy?: true }
  | { readonly state: 'refused'; readonly reason: string }
  | { readonly state: 'unknown'; readonly reason: string }

/** An adapter to one way out. */
export interface Channel {
  readonly name: ChannelName
  /** Whether anything can be sent at all in this installation, be it into the outbox file of the demo. */
  readonly ready: boolean
  /** Whether a service is connected. Without one, no page says that a message was sent. */
  readonly connected: boolean
  /**
   * Seconds after an attempt in which the channel recognises the same text to the same person and does not
   * show it twice; 0 where it does not. Only within them an attempt with an unknown end is repeated.
   */
  readonly repeatableSeconds: number
  /** One attempt; never throws. Ends within about fifteen seconds. */
  readonly send: (parcel: Parcel) => Promise<Outcome>
}

export type Channels = Readonly<Record<ChannelName, Channel>>

/** A channel that is not configured; nothing is sent through it. */
export const closedChannel = (name: ChannelName): Channel => ({
  name,
  ready: false,
  connected: false,
  repeatableSeconds: 0,
  send: () => Promise.resolve({ state: 'refused', reason: '平台没有开通这种提醒方式' }),
})
