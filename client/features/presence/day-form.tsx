import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ChosenPerson, LedSession } from '../../../catalogue/contract/training/presence.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { newUuid } from '../../engine/uuid.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { textFields } from '../../ui/forms/text-fields.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ChoosePeople } from './choose-people.tsx'
import { useLedSession, useOwnPeople, usePresenceActs } from './use-presence.ts'
import { dayOf, hourOf } from './words.ts'

const fields = ['title', 'day', 'from', 'to', 'place', 'hours', 'teachers'] as const

type DayFields = Readonly<Record<Exclude<(typeof fields)[number], 'teachers'>, string>>
const begun: DayFields = { title: '', day: '', from: '14:30', to: '17:30', place: '', hours: '3' }

export function NewDay({ entry }: { entry: PageEntry }) {
  const people = useOwnPeople()
  return (
    <PageFrame title="新增校本研修" crumbs={[{ label: entry.title, to: entry.path }, { label: '新增' }]}>
      <Loaded answer={people} failed="本校教师打开失败" lines={8}>
        {(all) => <DayForm entry={entry} id={null} first={begun} chosen={[]} people={all} />}
      </Loaded>
    </PageFrame>
  )
}

const typedOf = ({ title, startsAt, endsAt, place, hours }: LedSession): DayFields => ({
  title,
  day: dayOf(startsAt),
  from: hourOf(startsAt),
  to: hourOf(endsAt),
  place,
  hours: String(hours),
})

export function ChangeDay({ entry, id }: { entry: PageEntry; id: string }) {
  const people = useOwnPeople()
  const session = useLedSession(id)
  const back = `${entry.path}?id=${id}`
  return (
    <PageFrame
      title="修改校本研修"
      crumbs={[
        { label: entry.title, to: entry.path },
        { label: session.data?.title ?? '', to: back },
        { label: '修改' },
      ]}
    >
      <Loaded answer={session} failed="校本研修打开失败" lines={8}>
        {(data) => (
          <Loaded answer={people} failed="本校教师打开失败" lines={8}>
            {(all) => (
              <DayForm
                entry={entry}
                id={id}
                first={typedOf(data)}
                chosen={data.people.map(({ teacherId }) => teacherId)}
                people={withOthers(all, data.people)}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </PageFrame>
  )
}

/** People of the school, and those on the list who moved on since. */
const withOthers = (
  own: readonly ChosenPerson[],
  listed: readonly ChosenPerson[],
): readonly ChosenPerson[] => {
  const known = new Set(own.map(({ teacherId }) => teacherId))
  return [...own, ...listed.filter(({ teacherId }) => !known.has(teacherId))]
}

interface FormProps {
  entry: PageEntry
  id: string | null
  first: DayFields
  chosen: readonly number[]
  people: readonly ChosenPerson[]
}

function DayForm({ entry, id, first, chosen, people }: FormProps) {
  const navigate = useNavigate()
  const { plan } = usePresenceActs()
  const [typed, setTyped] = useState(first)
  const [teachers, setTeachers] = useState<ReadonlySet<number>>(() => new Set(chosen))
  // Sent again after a lost answer, the same form plans one day.
  const [once] = useState(newUuid)
  const { busy, faults, run } = useAct(fields)
  const pass = useLeaveGuard(typed !== first || teachers.size !== chosen.length)
  const save = () =>
    run(async () => {
      const hours = typed.hours.trim() === '' ? null : Number(typed.hours)
      const made = await plan.mutateAsync({ id, body: { ...typed, hours, teachers: [...teachers] }, once })
      pass()
      notify.success('已保存')
      await navigate(`${entry.path}?id=${made.id}`)
    })
  const text = textFields(typed, (key, value) => setTyped({ ...typed, [key]: value }), faults)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {faults['form'] !== undefined && (
        <ErrorBox title="没有保存" detail={faults['form']} kept="填写的内容都还在" />
      )}
      <Panel title="时间和地点">
        <div className="presence-fields">
          {text('title', '主题', { maxLength: 60 })}
          {text('place', '地点', { maxLength: 60 })}
          {text('day', '日期', { type: 'date' })}
          {text('hours', '学时', { inputMode: 'decimal', help: '最多一位小数' })}
          {text('from', '开始', {
            type: 'time',
            help: '开始前 30 分钟起可以签到，10 分钟后算迟到，40 分钟后截止',
          })}
          {text('to', '结束', { type: 'time' })}
        </div>
      </Panel>
      <ChoosePeople people={people} chosen={teachers} onChange={setTeachers} fault={faults['teachers']} />
      <div className="presence-buttons">
        <ButtonLink to={id === null ? entry.path : `${entry.path}?id=${id}`}>取消</ButtonLink>
        <Button type="submit" look="primary" busy={busy}>
          保存
        </Button>
      </div>
    </form>
  )
}
