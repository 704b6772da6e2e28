import { useState } from 'react'
import type { InstitutionView } from '../../../catalogue/contract/administration/institutions.ts'
import { beginningAnew } from '../../../catalogue/institutions/structure.ts'
import type { Values } from '../../engine/values.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { CarryOut, Fields } from './carry-out.tsx'
import { useStaff } from './use-structure.ts'

type Side = 'goes' | 'stays'
type Sides = Readonly<Record<number, Side>>
const none = {}

/** A new institution that takes a part of the staff along: everybody goes or stays. */
export function SplitForm({ view }: { view: InstitutionView }) {
  const { data: staff, error, refetch } = useStaff(view.id)
  const [fresh, setFresh] = useState<Values>({})
  const [sides, setSides] = useState<Sides>({})
  const on = (side: Side) =>
    staff?.flatMap(({ teacherId }) => (sides[teacherId] === side ? [teacherId] : [])) ?? []
  const given = {
    id: view.id,
    fresh: { name: fresh['name'] ?? '', code: fresh['code'] ?? null },
    goes: on('goes'),
    stays: on('stays'),
  }
  const left = staff?.filter(({ teacherId }) => sides[teacherId] === undefined) ?? []
  const rest = (side: Side) =>
    setSides((now) => ({ ...now, ...Object.fromEntries(left.map(({ teacherId }) => [teacherId, side])) }))
  return (
    <CarryOut act="split" given={given} dirty={Object.keys(sides).length > 0}>
      <Fields
        fields={beginningAnew}
        values={fresh}
        faults={none}
        onSet={(key, value) => setFresh((now) => ({ ...now, [key]: value }))}
      />
      {error && <ErrorBox title="教师读取失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!staff && !error && <Skeleton lines={6} />}
      {staff?.length === 0 && <Empty text="该机构没有在职教师，不能分设。" />}
      {staff && staff.length > 0 && (
        <>
          <p aria-live="polite" className="x-soft">
            留下 {given.stays.length} 人，到新机构 {given.goes.length} 人，未安排 {left.length} 人
          </p>
          <div className="structure-acts">
            <Button disabled={left.length === 0} onClick={() => rest('stays')}>
              未安排的都留下
            </Button>
            <Button disabled={left.length === 0} onClick={() => rest('goes')}>
              未安排的都到新机构
            </Button>
          </div>
          <ul className="structure-staff" aria-label="教师的安排">
            {staff.map(({ teacherId, name }) => (
              <Member
                key={teacherId}
                name={name}
                side={sides[teacherId]}
                onChange={(side) => setSides((now) => ({ ...now, [teacherId]: side }))}
                group={`side-${teacherId}`}
              />
            ))}
          </ul>
        </>
      )}
    </CarryOut>
  )
}

function Member(props: {
  name: string
  side: Side | undefined
  group: string
  onChange: (side: Side) => void
}) {
  const { name, side, group, onChange } = props
  return (
    <li>
      <fieldset>
        <legend>{name}</legend>
        {(['stays', 'goes'] as const).map((one) => (
          <label key={one}>
            <input type="radio" name={group} checked={side === one} onChange={() => onChange(one)} />
            {one === 'stays' ? '留下' : '到新机构'}
          </label>
        ))}
      </fieldset>
    </li>
  )
}
