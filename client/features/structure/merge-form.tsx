import { useState } from 'react'
import type {
  InstitutionLine,
  InstitutionView,
} from '../../../catalogue/contract/administration/institutions.ts'
import { mostMerged } from '../../../catalogue/contract/administration/structure.ts'
import { beginningAnew } from '../../../catalogue/institutions/structure.ts'
import type { Values } from '../../engine/values.ts'
import { CarryOut, Fields } from './carry-out.tsx'
import { Chosen } from './chosen.tsx'
import { InstitutionPicker } from './institution-picker.tsx'

/** How an institution takes part: it ends, it goes on, or all become a new one. */
type Way = 'ends' | 'stays' | 'fresh'

const words: Readonly<Record<Way, (name: string) => string>> = {
  ends: (name) => `${name}并入另一个机构`,
  stays: (name) => `其他机构并入${name}`,
  fresh: (name) => `${name}和其他机构合并成一个新机构`,
}
const labels: Readonly<Record<Way, string>> = {
  ends: '并入哪个机构',
  stays: '并入的机构',
  fresh: '一起合并的机构',
}
const none = {}

/** A merge, seen from one of its institutions. */
export function MergeForm({ view }: { view: InstitutionView }) {
  const [way, setWay] = useState<Way>('ends')
  const [others, setOthers] = useState<readonly InstitutionLine[]>([])
  const [fresh, setFresh] = useState<Values>({})
  const [officersOf, setOfficersOf] = useState(view.id)
  const ids = others.map(({ id }) => id)
  const given = {
    ends: { from: [view.id], into: ids[0] ?? null },
    stays: { from: ids, into: view.id },
    fresh: {
      from: [view.id, ...ids],
      fresh: { name: fresh['name'] ?? '', code: fresh['code'] ?? null },
      officersOf,
    },
  }[way]
  const full = way === 'ends' ? others.length > 0 : others.length >= mostMerged - 1
  const choose = (next: Way) => {
    setWay(next)
    setOthers([])
  }
  return (
    <CarryOut act="merge" given={given} dirty={others.length > 0}>
      <fieldset className="structure-choice">
        <legend>怎样合并</legend>
        {(['ends', 'stays', 'fresh'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name="way" checked={way === one} onChange={() => choose(one)} />
            {words[one](view.name)}
          </label>
        ))}
      </fieldset>
      {others.length > 0 && (
        <Chosen
          label={labels[way]}
          lines={others}
          onRemove={(id) => setOthers((now) => now.filter((one) => one.id !== id))}
        />
      )}
      {!full && (
        <InstitutionPicker
          key={others.length}
          label={others.length > 0 ? '再加一个机构' : labels[way]}
          query={view.level === 'school' ? { category: 'school' } : none}
          but={new Set([view.id, ...ids])}
          onChoose={(line) => setOthers((now) => [...now, line])}
        />
      )}
      {way === 'fresh' && (
        <>
          <Fields
            fields={beginningAnew}
            values={fresh}
            faults={none}
            onSet={(key, value) => setFresh((now) => ({ ...now, [key]: value }))}
          />
          <Officers lines={[view, ...others]} value={officersOf} onChange={setOfficersOf} />
        </>
      )}
    </CarryOut>
  )
}

/** Whose office accounts go on at the new institution. */
function Officers(props: {
  lines: readonly Pick<InstitutionLine, 'id' | 'name'>[]
  value: number
  onChange: (id: number) => void
}) {
  const { lines, value, onChange } = props
  return (
    <fieldset className="structure-choice">
      <legend>新机构沿用谁的办公账号，其余的停用</legend>
      {lines.map(({ id, name }) => (
        <label key={id}>
          <input type="radio" name="officers" checked={value === id} onChange={() => onChange(id)} />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
