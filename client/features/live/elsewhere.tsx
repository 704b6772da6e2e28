import type { LiveView } from '../../../catalogue/contract/teaching/live-rooms.ts'

const words = {
  link: {
    title: '在会议或直播平台上进行',
    learns:
      '对方会知道您的网络地址、浏览器和进入的时间；会议里显示的姓名由您自己填写，麦克风和摄像头由对方的页面另行询问。',
  },
  relay: {
    title: '由其他平台转播',
    learns: '对方会知道您的网络地址、浏览器和观看的时间；对方的页面可能使用 Cookie，也可能要求登录它的账号。',
  },
  replay: {
    title: '回放在其他平台上',
    learns: '对方会知道您的网络地址、浏览器和观看的时间；对方的页面可能使用 Cookie，也可能要求登录它的账号。',
  },
} as const

/**
 * A broadcast elsewhere: where it leads and what is learnt there is said first. It opens in a window of its own,
 * never in a frame, and nothing of it is fetched before.
 */
export function Elsewhere({ live, address }: { live: LiveView; address: string }) {
  const { title, learns } =
    words[live.phase === 'replay' ? 'replay' : live.way === 'relay' ? 'relay' : 'link']
  return (
    <section className="live-elsewhere" aria-label={title}>
      <h2>{title}</h2>
      <p>
        将离开本平台，前往 <strong>{new URL(address).hostname}</strong>。
      </p>
      <p>{learns}</p>
      {live.phase !== 'replay' && <p className="x-soft">本平台不知道您看了多久，在场由主办单位另行登记。</p>}
      <p>
        <a className="x-button x-button-primary" href={address} target="_blank" rel="noreferrer noopener">
          同意，前往 {new URL(address).hostname}
          <span className="x-hidden">（在新窗口打开，离开本平台）</span>
        </a>
      </p>
    </section>
  )
}
