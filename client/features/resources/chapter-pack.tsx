import type { ChapterPack, PackOffer } from '../../../catalogue/contract/chapter-packs.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { bytes, sentenceTime } from '../../platform/format.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { usePackActs, usePacks } from './use-packs.ts'

/** 离线包 of the chosen chapter: for schools with a slow line, fetched in as many goes as it takes. */
export function ChapterPacks({ node }: { node: number }) {
  const answer = usePacks(node)
  return (
    <Panel title="离线包">
      <Loaded answer={answer} failed="离线包打开失败" lines={2}>
        {(offer) => <Offer node={node} offer={offer} />}
      </Loaded>
    </Panel>
  )
}

function Offer({ node, offer: { items, bytes: plain, filmItems, filmBytes, packs } }: OfferProps) {
  const packOf = (films: boolean) => packs.find((one) => one.films === films)
  const hasFilms = filmBytes > plain || packOf(true) !== undefined
  if (filmItems === 0 && packs.length === 0)
    return <p className="x-soft">该章节暂无可下载的资源，不能打包。</p>
  return (
    <>
      <p className="x-soft">把您能用的资源打成一个 zip，附目录。网络中断后可接着下载。</p>
      <ul className="library-packs">
        <Kind node={node} films={false} items={items} size={plain} pack={packOf(false)} />
        {hasFilms && <Kind node={node} films items={filmItems} size={filmBytes} pack={packOf(true)} />}
      </ul>
    </>
  )
}

interface OfferProps {
  readonly node: number
  readonly offer: PackOffer
}

interface KindProps {
  readonly node: number
  readonly films: boolean
  readonly items: number
  readonly size: number
  readonly pack: ChapterPack | undefined
}

/** A pack with films or without, from being offered to being fetched. */
function Kind({ node, films, items, size, pack }: KindProps) {
  const name = films ? '含视频' : '不含视频'
  return (
    <li aria-label={`离线包（${name}）`}>
      <b>{name}</b>
      <span className="x-num x-soft">{items === 0 ? '暂无资源' : `${items} 件　${bytes(size)}`}</span>
      {pack && (
        <output className="x-soft">
          <Standing pack={pack} />
        </output>
      )}
      <Acts node={node} films={films} name={name} pack={pack} isEmpty={items === 0} />
    </li>
  )
}

function Standing({ pack: { state, items, lost, keptUntil, fault } }: { pack: ChapterPack }) {
  switch (state) {
    case 'queued':
    case 'writing':
      return '正在打包，打好后发消息，可以离开本页。'
    case 'ready':
      return `已打好 ${items} 件，保存到${keptUntil === null ? '' : sentenceTime(keptUntil)}。${
        lost > 0 ? `有 ${lost} 个文件的内容已不在，见目录。` : ''
      }`
    case 'expired':
      return '已过保存期。'
    default:
      return fault ?? '打包失败，请重新打包'
  }
}

interface ActsProps extends Pick<KindProps, 'node' | 'films' | 'pack'> {
  readonly name: string
  readonly isEmpty: boolean
}

function Acts({ node, films, name, pack, isEmpty }: ActsProps) {
  const { ask, drop, fetch } = usePackActs(node)
  const { busy, faults, run } = useAct([])
  const state = pack?.state
  const isMaking = state === 'queued' || state === 'writing'
  const begin = () =>
    run(async () => {
      await ask(films)
      notify.success('已开始打包')
    })
  return (
    <span className="library-acts">
      {pack && state === 'ready' && (
        <Button
          look="primary"
          icon="download"
          busy={busy}
          aria-label={`下载离线包（${name}）`}
          onClick={() => void run(() => fetch(pack.id))}
        >
          下载 {bytes(pack.bytes ?? 0)}
        </Button>
      )}
      {!isMaking && !isEmpty && (
        <Button
          look={pack ? 'text' : 'plain'}
          busy={busy}
          aria-label={`${pack ? '重新打包' : '打包'}（${name}）`}
          onClick={() => void begin()}
        >
          {pack ? '重新打包' : '打包'}
        </Button>
      )}
      {pack && (
        <Button
          look="text"
          disabled={busy}
          aria-label={`${isMaking ? '取消打包' : '删除离线包'}（${name}）`}
          onClick={() => void run(async () => void (await drop(pack.id)))}
        >
          {isMaking ? '取消' : '删除'}
        </Button>
      )}
      {faults['form'] !== undefined && (
        <span role="alert" className="x-labelled-fault">
          {faults['form']}
        </span>
      )}
    </span>
  )
}
