/** What the stand-in of the live server tells with its calls, in journeys. */
export const liveSecret = 'a-secret-of-the-demo'

/** Settings of a portal at this port whose live server is the stand-in. */
export const standInOf = (port: number): Record<string, string> => ({
  PORT: String(port),
  LIVE_PROVIDER: 'stand-in',
  LIVE_API: `http://127.0.0.1:${port}`,
  LIVE_PUSH_URL: 'rtmp://127.0.0.1/live',
  LIVE_PLAY_URL: `http://127.0.0.1:${port}/live-stand-in`,
  LIVE_SECRET: liveSecret,
})
