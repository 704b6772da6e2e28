import { useState } from 'react'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

interface Colleague {
  readonly id: number
  readonly name: string
}

/** Whom the main author asks to discuss, and who fixes the common plan. */
export function ChooseMembers({
  people,
  chosen,
  leader,
  fault,
  onChosen,
  onLeader,
}: {
  people: readonly Colleague[]
  chosen: ReadonlySet<number>
  leader: number
  fault: string | undefined
  onChosen: (chosen: ReadonlySet<number>) => void
  onLeader: (leader: number) => void
}) {
  const [search, setSearch] = useState('')
  const shown = people.filter(({ id, name }) => chosen.has(id) || name.includes(search.trim()))
  const turn = (id: number, on: boolean) =>
    onChosen(new Set(on ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
  return (
    <Panel title="参加的教师" beside={<span className="x-faint">已请 {chosen.size} 人研讨</span>}>
      {fault !== undefined && (
        <p className="prep-fault" role="alert">
          {fault}
        </p>
      )}
      {people.length === 0 ? (
        <p>本校暂无其他教师。</p>
      ) : (
        <>
          <label className="x-labelled">
            共案由谁定
            <select value={leader} onChange={({ target }) => onLeader(Number(target.value))}>
              <option value={0}>主备教师自己</option>
              {people.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <TextField label="按姓名搜索" value={search} onChange={setSearch} maxLength={30} />
          <ul className="prep-people" aria-label="请谁研讨">
            {shown.map(({ id, name }) => (
              <li key={id}>
                <label className="prep-check">
                  <input
                    type="checkbox"
                    checked={chosen.has(id)}
                    onChange={({ target }) => turn(id, target.checked)}
                  />
                  {name}
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
