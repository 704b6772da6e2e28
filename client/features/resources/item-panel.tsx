import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { LibraryItem } from '../../../catalogue/contract/library.ts'
import { officePath } from '../../../catalogue/contents/paths.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { viewOf } from '../../../catalogue/kinds/file-types.ts'
import { ReachDots } from '../../engine/library/reach-dots.tsx'
import { newUuid } from '../../engine/uuid.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { bytes, listDate } from '../../platform/format.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { RichText } from '../../ui/look/rich-text.tsx'
import { FileView } from '../../viewer/file-view.tsx'
import { Collect } from './collect.tsx'
import { Comments } from './comments.tsx'
import { useItem, useItemActs } from './use-library.ts'

/** One resource beside the list: what it is, its file, who uses it, and what the reader may do with it. */
export function ItemPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const answer = useItem(id)
  return (
    <Panel
      title={answer.data?.title ?? '资源'}
      extra={
        <Button look="text" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <Loaded answer={answer} failed="该资源打开失败" lines={8}>
        {(item) => (item.gone ? <Tombstone item={item} /> : <Item item={item} />)}
      </Loaded>
    </Panel>
  )
}

/** What is left of a resource that was taken down, for those who kept it. */
function Tombstone({ item }: { item: LibraryItem }) {
  const { keep } = useItemActs(item.id)
  return (
    <div className="library-item">
      <p className="x-soft">
        {item.author}　{item.org}
      </p>
      <p>该资源已下架或暂停展示，不能再看和下载；已经下载的不受影响。</p>
      {item.kept && (
        <Button busy={keep.isPending} onClick={() => keep.mutate(false)}>
          取消收藏
        </Button>
      )}
    </div>
  )
}

function Item({ item }: { item: LibraryItem }) {
  const { keep, download } = useItemActs(item.id)
  const [isOpen, setOpen] = useState(false)
  const { file, parts } = item
  const size = file?.bytes ?? parts.reduce((sum, part) => sum + part.file.bytes, 0)
  return (
    <div className="library-item">
      <p className="x-soft">
        {item.author}　{item.org}　第 {item.version} 版　{listDate(item.publishedAt)}
      </p>
      {item.newer && <p className="library-newer">新版正在审核，通过前用的是这一版。</p>}
      {item.description !== null && <RichText html={item.description} />}
      <div className="library-acts">
        {file && (
          <Button look="primary" icon="eye" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? '收起' : '在线看'}
          </Button>
        )}
        {size > 0 && (
          <Button icon="download" busy={download.isPending} onClick={() => download.mutate()}>
            {file ? `下载 ${bytes(size)}` : `下载课包（zip）${bytes(size)}`}
          </Button>
        )}
        <Button
          icon="star"
          aria-pressed={item.kept}
          busy={keep.isPending}
          onClick={() => keep.mutate(!item.kept)}
        >
          {item.kept ? '已收藏' : '收藏'}
        </Button>
        {item.mayAdapt && <Adapt id={item.id} />}
        <Collect ids={[item.id]} />
      </div>
      {isOpen && file && (
        <FileView file={{ ...file, type: viewOf(file.mime), captions: item.captions, poster: item.poster }} />
      )}
      {parts.length > 0 && <Parts item={item} />}
      <Facts item={item} />
      {item.mayRate && <Rating item={item} />}
      <ComplainLink item={item} />
      <Comments id={item.id} />
    </div>
  )
}

function ComplainLink({ item }: { item: LibraryItem }) {
  if (item.own) return null
  return (
    <p>
      <Link to={`/home/tousu?id=${item.id}`}>侵权投诉</Link>
    </p>
  )
}

/** Begins a resource of the reader's own that is adapted from this one. */
function Adapt({ id }: { id: number }) {
  const { adapt } = useItemActs(id)
  const navigate = useNavigate()
  const [once] = useState(newUuid)
  const begin = () =>
    adapt.mutate(once, {
      onSuccess: ({ id: draft }) => {
        notify.success('已成为您的草稿：换上改好的文件再提交')
        void navigate(officePath(2, contents.resource, draft) ?? '')
      },
    })
  return (
    <Button busy={adapt.isPending} onClick={begin}>
      改编为我的
    </Button>
  )
}

/** The parts of a lesson bundle; one of them is open in place. */
function Parts({ item: { parts, captions, poster } }: { item: LibraryItem }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <section aria-label="课包">
      <h3 className="library-parts-title">课包</h3>
      <ul className="library-parts">
        {parts.map(({ label, file }) => (
          <li key={file.id}>
            <div className="library-part">
              <b>{label}</b>
              <span className="x-soft library-part-name">{file.name}</span>
              <span className="x-num x-faint">{bytes(file.bytes)}</span>
              <Button
                look="text"
                aria-expanded={open === file.id}
                aria-label={`${open === file.id ? '收起' : '在线看'}${label}`}
                onClick={() => setOpen(open === file.id ? null : file.id)}
              >
                {open === file.id ? '收起' : '在线看'}
              </Button>
            </div>
            {open === file.id && <FileView file={{ ...file, type: viewOf(file.mime), captions, poster }} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Facts({ item }: { item: LibraryItem }) {
  const { uses, score, chapters, licence, sourceNote, origin, adaptations, coauthors } = item
  return (
    <dl className="library-facts">
      <dt>共享到</dt>
      <dd>
        <ReachDots reach={item.reach} />
      </dd>
      {chapters.length > 0 && (
        <>
          <dt>章节</dt>
          <dd>{chapters.join('；')}</dd>
        </>
      )}
      {coauthors.length > 0 && (
        <>
          <dt>合作作者</dt>
          <dd>{coauthors.map(({ name, org, part }) => `${name}（${org}，${part}）`).join('；')}</dd>
        </>
      )}
      <dt>被使用</dt>
      <dd>
        {uses.people === 0 ? '暂无外单位下载' : `${uses.institutions} 个外单位 ${uses.people} 人`}
        <span className="x-faint x-note">　不含本单位；同人同月计一次</span>
      </dd>
      <dt>评分</dt>
      <dd>
        {score.value === null ? `${score.people} 人评，满 5 人显示` : `${score.value}（${score.people} 人）`}
      </dd>
      {licence !== null && (
        <>
          <dt>许可</dt>
          <dd>{labelOf('resourceLicence', licence)}</dd>
        </>
      )}
      {origin && (
        <>
          <dt>改编自</dt>
          <dd>
            {origin.readable ? <Link to={`?id=${origin.id}`}>{origin.title}</Link> : origin.title}
            <span className="x-faint">
              　{origin.author}　{origin.org}　第 {origin.version} 版{origin.gone && '　来源已下架'}
            </span>
          </dd>
        </>
      )}
      {adaptations > 0 && (
        <>
          <dt>被改编</dt>
          <dd>{adaptations} 件</dd>
        </>
      )}
      {sourceNote !== null && !origin && (
        <>
          <dt>来源</dt>
          <dd>{sourceNote}</dd>
        </>
      )}
    </dl>
  )
}

const scores = [1, 2, 3, 4, 5] as const

function Rating({ item: { id, ownScore } }: { item: LibraryItem }) {
  const { rate } = useItemActs(id)
  const give = (score: number) => rate.mutate(score, { onSuccess: () => notify.success(`已评 ${score} 分`) })
  return (
    <fieldset className="library-rating">
      <legend className="x-soft">我的评分</legend>
      {scores.map((score) => (
        <Button
          key={score}
          aria-pressed={ownScore === score}
          busy={rate.isPending}
          onClick={() => give(score)}
        >
          {score} 分
        </Button>
      ))}
    </fieldset>
  )
}
