import { useState } from 'react'
import type { ChosenPerson } from '../../../catalogue/contract/training/presence.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

/** Chooses people of the school by check boxes; the search narrows what 全选 takes. */
export function ChoosePeople({
  people,
  chosen,
  onChange,
  fault,
}: {
  people: readonly ChosenPerson[]
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
  fault: string | undefined
}) {
  const [search, setSearch] = useState('')
  const shown = people.filter(({ name }) => name.includes(search.trim()))
  const turn = (id: number, on: boolean) =>
    onChange(new Set(on ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
  const all = shown.every(({ teacherId }) => chosen.has(teacherId))
  const turnAll = () => {
    const ids = new Set(shown.map(({ teacherId }) => teacherId))
    onChange(new Set(all ? [...chosen].filter((one) => !ids.has(one)) : [...chosen, ...ids]))
  }
  return (
    <Panel title="参加的教师" beside={<span className="x-faint">已选 {chosen.size} 人</span>}>
      {fault !== undefined && (
        <p className="presence-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="presence-search">
        <TextField label="按姓名找" value={search} onChange={setSearch} maxLength={30} />
        <Button onClick={turnAll} disabled={shown.length === 0}>
          {all && shown.length > 0 ? '取消全选' : `全选 ${shown.length} 人`}
        </Button>
      </div>
      {people.length === 0 && <p>本校暂无教师账号。</p>}
      <ul className="presence-people">
        {shown.map(({ teacherId, name }) => (
          <li key={teacherId}>
            <label>
              <input
                type="checkbox"
                checked={chosen.has(teacherId)}
                onChange={({ target }) => turn(teacherId, target.checked)}
              />
              {name}
            </label>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
