import { LiveServerError, type LiveProvider } from './provider.ts'

/**
 * A broadcast that lies elsewhere: a meeting that people join (`link`), or a page that shows it (`relay`). It
 * has no stream, no signal and no recording here.
 */
export const elsewhere = (name: 'link' | 'relay'): LiveProvider => {
  return {
    name,
    can: { push: false, record: false, count: false },
    open: () => Promise.reject(new LiveServerError('该直播在本平台以外进行，没有直播间')),
    signal: async () => ({ on: false, since: null, kbps: null, size: null }),
    recordings: async () => [],
    close: async () => {},
    read: () => null,
    verdict: () => ({ status: 404, body: {} }),
  }
}
