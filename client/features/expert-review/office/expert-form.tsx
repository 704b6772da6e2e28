import { useState, type ReactNode } from 'react'
import type { Candidates, ExpertLine } from '../../../../catalogue/contract/review/experts.ts'
import { dict } from '../../../../catalogue/field.ts'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import { FieldRow } from '../../../engine/form/field-row.tsx'
import { members } from '../../../engine/values.ts'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { useAct, type Faults } from '../../../platform/api/use-act.ts'
import { fullDate } from '../../../platform/format.ts'
import { confirm } from '../../../ui/feedback/confirm.ts'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useFocusOnFault } from '../../../ui/forms/use-focus-on-fault.ts'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useEligible, usePoolCalls } from './use-pool.ts'

/** What the office says about an expert. Empty subjects and stages mean all of them. */
interface Facts {
  readonly subjects: readonly string[]
  readonly stages: readonly string[]
  readonly from: string
  readonly to: string
  readonly note: string
}

const factNames = ['subjects', 'stages', 'from', 'to', 'note'] as const
const several = {
  subjects: dict('学科', 'subject', { multiple: true, help: '不选为不限学科' }),
  stages: dict('学段', 'schoolStage', { multiple: true, help: '不选为不限学段' }),
}
const stay = () => undefined

const bodyOf = ({ subjects, stages, from, to, note }: Facts) => ({
  subjects: [...subjects],
  stages: [...stages],
  from,
  to: to === '' ? null : to,
  note,
})

function FactFields(props: { facts: Facts; faults: Faults; onChange: (part: Partial<Facts>) => void }) {
  const { facts, faults, onChange } = props
  return (
    <>
      <div className="xr-grid">
        {(['subjects', 'stages'] as const).map((name) => (
          <FieldRow
            key={name}
            name={name}
            field={several[name]}
            value={facts[name].length === 0 ? null : facts[name]}
            row={{}}
            required={false}
            fault={faults[name]}
            onSet={(_, value) => onChange({ [name]: members(value).map(String) })}
            onLeave={stay}
          />
        ))}
      </div>
      <div className="er-fields">
        {(['from', 'to'] as const).map((name) => (
          <Field
            key={name}
            label={name === 'from' ? '聘期起' : '聘期止'}
            required={name === 'from'}
            fault={faults[name]}
            {...(name === 'to' && { help: '长期的留空' })}
          >
            {(control) => (
              <input
                {...control}
                type="date"
                value={facts[name]}
                onChange={({ target }) => onChange({ [name]: target.value })}
              />
            )}
          </Field>
        ))}
        <Field label="备注" help="只有本单位能看到" fault={faults['note']}>
          {(control) => (
            <input
              {...control}
              maxLength={200}
              value={facts.note}
              onChange={({ target }) => onChange({ note: target.value })}
            />
          )}
        </Field>
      </div>
    </>
  )
}

/** The address and the heads of both forms. */
function FormFrame(props: {
  entry: PageEntry
  title: string
  fault: string | undefined
  onSend: () => void
  children: ReactNode
}) {
  const { entry, title, fault, onSend, children } = props
  return (
    <PageFrame title={title} crumbs={[{ label: entry.title, to: entry.path }, { label: title }]}>
      <form
        className="er-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSend()
        }}
      >
        {fault !== undefined && <ErrorBox title="没有保存成" detail={fault} kept="填写的内容都还在" />}
        {children}
      </form>
    </PageFrame>
  )
}

/** Takes somebody into the pool: found by name, then subjects and term. */
export function ExpertAdding({ entry, onDone }: { entry: PageEntry; onDone: () => void }) {
  const { add } = usePoolCalls()
  const [person, setPerson] = useState<Candidates['list'][number] | null>(null)
  const [facts, setFacts] = useState<Facts>(() => ({
    subjects: [],
    stages: [],
    from: fullDate(new Date().toISOString()),
    to: '',
    note: '',
  }))
  const { busy, faults, setFaults, run } = useAct(['personId', ...factNames])
  useFocusOnFault('.er-form', faults)
  const choose = (chosen: Candidates['list'][number]) => {
    setPerson(chosen)
    setFaults({})
    setFacts((now) => ({ ...now, subjects: chosen.subject === null ? [] : [chosen.subject] }))
  }
  const send = () => {
    if (!person) return setFaults({ personId: '请先搜索并选择一位' })
    void run(async () => {
      await add({ personId: person.personId, ...bodyOf(facts) })
      notify.success(`${person.name}已聘入专家库`)
      onDone()
    })
  }
  return (
    <FormFrame entry={entry} title="聘入专家" fault={faults['form']} onSend={send}>
      <Panel title="人选" beside={<span className="x-faint x-dense">本地区的教师，和已有专家账号的人</span>}>
        <PersonSearch chosen={person} fault={faults['personId']} onChoose={choose} />
      </Panel>
      <Panel title="聘任">
        <FactFields
          facts={facts}
          faults={faults}
          onChange={(part) => setFacts((now) => ({ ...now, ...part }))}
        />
      </Panel>
      <div className="er-acts">
        <Button type="submit" look="primary" busy={busy}>
          聘入
        </Button>
        <Button onClick={onDone}>返回</Button>
      </div>
    </FormFrame>
  )
}

function PersonSearch(props: {
  chosen: Candidates['list'][number] | null
  fault: string | undefined
  onChoose: (person: Candidates['list'][number]) => void
}) {
  const { chosen, fault, onChoose } = props
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const answer = useEligible(asked)
  return (
    <>
      <div className="er-search">
        <Field label="姓名" required fault={fault}>
          {(control) => (
            <input
              {...control}
              type="search"
              maxLength={30}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                setAsked(typed.trim())
              }}
            />
          )}
        </Field>
        <Button icon="search" onClick={() => setAsked(typed.trim())}>
          搜索
        </Button>
      </div>
      {asked !== '' && (
        <Loaded answer={answer} failed="搜索失败" lines={3}>
          {({ list }) =>
            list.length === 0 ? (
              <p className="x-soft">没有找到，或者已经在库中。</p>
            ) : (
              <fieldset className="er-candidates">
                <legend className="x-hidden">找到的人</legend>
                {list.map((one) => (
                  <label key={one.personId}>
                    <input
                      type="radio"
                      name="person"
                      checked={chosen?.personId === one.personId}
                      onChange={() => onChoose(one)}
                    />
                    <span>
                      <b>{one.name}</b>　{one.institution}
                      {one.title !== null && `　${labelOf('titleLevel', one.title)}`}
                      {one.subject !== null && `　${labelOf('subject', one.subject)}`}
                      <span className="x-faint">
                        {one.account ? '　已有专家账号' : '　聘入时开通专家账号'}
                      </span>
                    </span>
                  </label>
                ))}
              </fieldset>
            )
          }
        </Loaded>
      )}
    </>
  )
}

/** Changes what the office says about an expert, pauses the expert, or takes the expert out of the pool. */
export function ExpertEditing(props: { entry: PageEntry; expert: ExpertLine; onDone: () => void }) {
  const { entry, expert, onDone } = props
  const { change, end } = usePoolCalls()
  const [facts, setFacts] = useState<Facts>({ ...expert, to: expert.to ?? '' })
  const { busy, faults, run } = useAct(factNames)
  useFocusOnFault('.er-form', faults)
  const keep = (paused: boolean, done: string) =>
    void run(async () => {
      await change(expert.id, { ...bodyOf(facts), paused, version: expert.version })
      notify.success(done)
      onDone()
    })
  const takeOut = async () => {
    const sure = await confirm({
      title: `把${expert.name}移出专家库？`,
      text:
        expert.load > 0
          ? `在手的 ${expert.load} 份任务不会自动撤回，请在评审进度里更换。`
          : '以后的评审不再抽取，评过的记录保留。',
      ok: '移出',
      danger: true,
    })
    if (!sure) return
    await run(async () => {
      await end(expert.id, expert.version)
      notify.success(`${expert.name}已移出`)
      onDone()
    })
  }
  const isPaused = expert.state === 'paused'
  return (
    <FormFrame
      entry={entry}
      title={expert.name}
      fault={faults['form']}
      onSend={() => keep(isPaused, '已保存')}
    >
      <Panel title="聘任" beside={<span className="x-soft x-dense">{expert.institution}</span>}>
        <FactFields
          facts={facts}
          faults={faults}
          onChange={(part) => setFacts((now) => ({ ...now, ...part }))}
        />
      </Panel>
      <div className="er-acts">
        <Button type="submit" look="primary" busy={busy}>
          保存
        </Button>
        <Button busy={busy} onClick={() => keep(!isPaused, isPaused ? '已恢复聘任' : '已暂停，不再抽取')}>
          {isPaused ? '恢复聘任' : '暂停聘任'}
        </Button>
        <Button look="danger" busy={busy} onClick={() => void takeOut()}>
          移出专家库
        </Button>
        <Button onClick={onDone}>返回</Button>
      </div>
    </FormFrame>
  )
}
