import { useState } from 'react'
import { Link } from 'react-router'
import type { KeptDetail } from '../../../catalogue/contract/analysis/query.ts'
import { sharedRoles } from '../../../catalogue/contract/analysis/query.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listDate } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { OneChoice } from '../../engine/list/one-choice.tsx'
import { isRhythm, useKeeping, useKeptList } from './use-query.ts'
import { rhythmChoices, roleWords } from './words.ts'

/** Whom a kept query is given to, when it runs by itself, and the other queries that are kept. */
export function KeepingPanel({ kept }: { kept: KeptDetail | null }) {
  return (
    <>
      <section aria-labelledby="xq-sharing">
        <div className="xq-side-head">
          <h2 id="xq-sharing">共享与定时</h2>
        </div>
        {kept?.mine ? (
          <Sharing kept={kept} />
        ) : (
          <p className="x-note x-faint">
            {kept
              ? `${kept.office}共享，在您的范围内运行。保存后成为您自己的查询。`
              : '保存以后可以共享给下级、定时运行。'}
          </p>
        )}
      </section>
      <OtherQueries id={kept?.id ?? null} />
    </>
  )
}

async function told(act: () => Promise<void>, done: string): Promise<boolean> {
  try {
    await act()
    notify.success(done)
    return true
  } catch (error) {
    notify.error(sentenceOf(error))
    return false
  }
}

/** Levels as they were pressed, until the server has said what holds. */
function useShared(kept: KeptDetail) {
  const { change } = useKeeping()
  const [pressed, setPressed] = useState<readonly SharedRole[] | null>(null)
  const shown = pressed ?? sharedRoles.filter((one) => kept.sharedWith.includes(one))
  const turn = async (one: SharedRole, on: boolean) => {
    const sharedWith = sharedRoles.filter((each) => (each === one ? on : shown.includes(each)))
    setPressed(sharedWith)
    const done = on ? `已共享给${roleWords[one]}` : `已停止共享给${roleWords[one]}`
    await told(() => change(kept.id, { sharedWith }), done)
    setPressed(null)
  }
  return { shown, turn }
}
type SharedRole = (typeof sharedRoles)[number]

function Sharing({ kept }: { kept: KeptDetail }) {
  const role = useSession()?.role ?? 0
  const { change } = useKeeping()
  const below = sharedRoles.filter((one) => Number(one) < role)
  const { shown, turn } = useShared(kept)
  return (
    <div className="xq-sharing">
      {below.length > 0 && (
        <fieldset>
          <legend>共享给</legend>
          {below.map((one) => (
            <label key={one}>
              <input
                type="checkbox"
                checked={shown.includes(one)}
                onChange={(event) => void turn(one, event.target.checked)}
              />
              所辖{roleWords[one]}
            </label>
          ))}
          <p className="x-note x-faint">各在自己的范围重新运行，不附本单位的名单</p>
        </fieldset>
      )}
      <OneChoice
        label="定时"
        value={kept.rhythm ?? ''}
        options={rhythmChoices}
        onChange={(value) =>
          void told(
            () => change(kept.id, { rhythm: isRhythm(value) ? value : null }),
            isRhythm(value) ? '已设为定时运行，人数会发消息给您' : '已停止定时运行',
          )
        }
      />
      {kept.nextOn !== null && (
        <p className="x-note x-faint">下次 {listDate(kept.nextOn)}，遇休息日顺延到工作日</p>
      )}
    </div>
  )
}

/** The queries that were saved last, and those given from above. */
function OtherQueries({ id }: { id: number | null }) {
  const list = useKeptList('', 1).data
  const others = (list?.list ?? []).filter((one) => one.id !== id).slice(0, 6)
  if (others.length === 0) return null
  return (
    <section aria-labelledby="xq-others">
      <div className="xq-side-head">
        <h2 id="xq-others">保存的查询</h2>
        <Link to="/analysis/haXunList">全部</Link>
      </div>
      <ul className="xq-others">
        {others.map((one) => (
          <li key={one.id}>
            <Link to={`/analysis/ziChaXun?id=${one.id}`}>{one.name}</Link>
            <span className="x-note x-faint">{one.mine ? one.count : one.office}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
