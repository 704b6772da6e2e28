import { useState } from 'react'
import type { MayBeAsked } from '../../../catalogue/contract/training/surveys.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

/** Whom to ask: a school its teachers, an office the schools whose teachers it asks. */
export function ChooseAsked({
  people: { teachers, institutions },
  chosen,
  onChange,
  fault,
}: {
  people: MayBeAsked
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
  fault: string | undefined
}) {
  const [search, setSearch] = useState('')
  const all = institutions.length > 0 ? institutions : teachers.map((one) => ({ ...one, people: 1 }))
  const shown = all.filter(({ name }) => name.includes(search.trim()))
  const sum = all.reduce((count, { id, people }) => (chosen.has(id) ? count + people : count), 0)
  const isAll = shown.length > 0 && shown.every(({ id }) => chosen.has(id))
  const turnAll = () => {
    const ids = new Set(shown.map(({ id }) => id))
    onChange(new Set(isAll ? [...chosen].filter((id) => !ids.has(id)) : [...chosen, ...ids]))
  }
  return (
    <Panel title="请谁填" beside={<span className="x-faint">已选 {sum} 人</span>}>
      {fault !== undefined && (
        <p className="survey-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="survey-buttons">
        <TextField
          label={institutions.length > 0 ? '按学校名找' : '按姓名找'}
          value={search}
          onChange={setSearch}
          maxLength={30}
        />
        <Button onClick={turnAll} disabled={shown.length === 0}>
          {isAll ? '取消全选' : `全选 ${shown.length} ${institutions.length > 0 ? '所' : '人'}`}
        </Button>
      </div>
      {all.length === 0 && <p>范围内暂无教师。</p>}
      <ul className={institutions.length > 0 ? 'survey-people survey-schools' : 'survey-people'}>
        {shown.map(({ id, name, people }) => (
          <li key={id}>
            <label className="survey-check">
              <input
                type="checkbox"
                checked={chosen.has(id)}
                onChange={({ target }) =>
                  onChange(
                    new Set(target.checked ? [...chosen, id] : [...chosen].filter((one) => one !== id)),
                  )
                }
              />
              {name}
              {institutions.length > 0 && <span className="x-faint">{people} 人</span>}
            </label>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
