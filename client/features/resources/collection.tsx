import { useState } from 'react'
import { Link } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import {
  openingRoles,
  type CollectionDetail,
  type CollectionEdit,
} from '../../../catalogue/contract/collections.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { useSession } from '../../platform/session/session.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { editOf, useCollection, useCollectionActs } from './use-collections.ts'
import { underTitle } from './words.ts'

type Item = CollectionDetail['items'][number]

/** One collection: read by its readers, put in order by its maker. */
export function Collection({ id, onClose }: { id: number; onClose: () => void }) {
  const answer = useCollection(id)
  return (
    <Panel
      title={answer.data?.title ?? '合集'}
      extra={
        <Button look="text" onClick={onClose}>
          返回合集列表
        </Button>
      }
    >
      <Loaded answer={answer} failed="该合集打开失败" lines={6}>
        {(found) => (
          <>
            {!found.own && <p className="x-soft">{[found.author, found.org].filter(Boolean).join('　')}</p>}
            {!found.own && found.description !== '' && <p>{found.description}</p>}
            {found.own && <About key={found.version} found={found} onGone={onClose} />}
            <Items found={found} />
            {found.hidden > 0 && <p className="x-faint">{`另有 ${found.hidden} 件未共享到您，这里不列。`}</p>}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

/** Title, description and readers, for the maker. */
function About({ found, onGone }: { found: CollectionDetail; onGone: () => void }) {
  const { change, drop } = useCollectionActs()
  const role = useSession()?.role ?? 0
  const { busy, faults, run } = useAct(['title', 'description'])
  const [typed, setTyped] = useState<CollectionEdit>(() => editOf(found))
  const put = (part: Partial<CollectionEdit>) => setTyped((now) => ({ ...now, ...part }))
  const save = () =>
    run(async () => {
      await change(found.id, typed)
      notify.success('合集已保存')
    })
  const remove = async () => {
    const asked = { title: `删除“${found.title}”？`, text: '其中的资源不受影响。', ok: '删除', danger: true }
    if (await confirm(asked))
      await run(async () => {
        await drop(found.id)
        onGone()
      })
  }
  return (
    <form
      className="coauthor-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {faults['form'] !== undefined && <ErrorBox title="保存失败" detail={faults['form']} />}
      <TextField
        required
        label="名称"
        value={typed.title}
        fault={faults['title']}
        onChange={(title) => put({ title })}
      />
      <TextBox
        label="简介"
        value={typed.description}
        most={500}
        fault={faults['description']}
        onChange={(description) => put({ description })}
      />
      <label>
        <input
          type="checkbox"
          checked={typed.shared}
          onChange={({ target }) => put({ shared: target.checked })}
        />
        　本单位及所属单位的人可看（各人只看到自己能用的资源）
      </label>
      {openingRoles.includes(role) && (
        <label>
          <input
            type="checkbox"
            checked={typed.open}
            onChange={({ target }) => put({ open: target.checked })}
          />
          　公开：在门户“资源云”展示，任何人可看（只列公开的资源）
        </label>
      )}
      <div className="library-acts">
        <Button type="submit" look="primary" busy={busy}>
          保存
        </Button>
        <Button busy={busy} onClick={() => void remove()}>
          删除合集
        </Button>
      </div>
    </form>
  )
}

function Items({ found }: { found: CollectionDetail }) {
  const { change } = useCollectionActs()
  const cache = useQueryClient()
  const { busy, faults, run } = useAct([])
  const { items } = found
  if (items.length === 0) return <Empty text="该合集暂无资源。打开一件资源，点“收入合集”。" />
  const write = (next: readonly Item[]) =>
    run(async () => {
      // Those that the reader does not see keep their places behind the others.
      await change(found.id, editOf({ ...found, items: [...next] }))
      await cache.invalidateQueries({ queryKey: ['library', 'collections', 'one', found.id] })
    })
  const moved = (from: number, to: number): Item[] => {
    const next = [...items]
    next.splice(to, 0, ...next.splice(from, 1))
    return next
  }
  return (
    <>
      {faults['form'] !== undefined && <ErrorBox title="调整失败" detail={faults['form']} />}
      <ol className="library-parts">
        {items.map((item, i) => (
          <li key={item.id}>
            <div className="library-part">
              {item.gone ? (
                <b className="library-gone">{item.title}　已下架</b>
              ) : (
                <Link to={`?id=${item.id}`}>{item.title}</Link>
              )}
              <span className="x-soft library-part-name">{item.note || underTitle(item)}</span>
              {found.own && (
                <span>
                  <Button
                    look="text"
                    icon="up"
                    aria-label={`上移 ${item.title}`}
                    disabled={busy || i === 0}
                    onClick={() => void write(moved(i, i - 1))}
                  />
                  <Button
                    look="text"
                    icon="down"
                    aria-label={`下移 ${item.title}`}
                    disabled={busy || i === items.length - 1}
                    onClick={() => void write(moved(i, i + 1))}
                  />
                  <Button
                    look="text"
                    aria-label={`移出 ${item.title}`}
                    disabled={busy}
                    onClick={() => void write(items.filter(({ id }) => id !== item.id))}
                  >
                    移出
                  </Button>
                </span>
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}
