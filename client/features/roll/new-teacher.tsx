import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { KnownAnswer } from '../../../catalogue/contract/archive/enrolment.ts'
import { isRequired, isVisible } from '../../../catalogue/rules/judge.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import type { Values } from '../../engine/values.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { PasswordDialog } from '../../ui/feedback/password-dialog.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { useFocusOnFault } from '../../ui/forms/use-focus-on-fault.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { empty, fieldOf, questionOf, sections, useEnrolment, withRead } from './enrol.ts'
import { useNewcomer, useNewcomerActs } from './newcomers.tsx'
import { AlikePeople, KnownNumber } from './known-person.tsx'

const keptAs = 'roll.new'
const keys: readonly string[] = sections.flatMap((section): readonly string[] => section.keys)
/** A fault of the basic information comes by its key, or below `values` where its form is wrong. */
const named = [...keys, ...keys.map((key) => `values.${key}`), 'apartFrom']
const asked: readonly string[] = ['name', 'idCardNo', 'birthDate']

/** Asks who is known by name and number, once for each of them, when a field is left. */
function useKnown(values: Values) {
  const { check, ...calls } = useEnrolment()
  const [known, setKnown] = useState<{ of: string; answer: KnownAnswer } | null>(null)
  const question = questionOf(values)
  const of = JSON.stringify(question)
  const ask = async () => {
    if (!question || known?.of === of || check.isPending) return
    try {
      setKnown({ of, answer: await check.mutateAsync(question) })
    } catch {
      // Saving asks again, and says what is wrong.
    }
  }
  return { ...calls, ask, answer: known?.of === of ? known.answer : null }
}

/** A new teacher of the own school, in one form: who it is, and how they begin. */
export function NewTeacher({ entry }: { entry: PageEntry }) {
  const navigate = useNavigate()
  const [values, setValues] = useState<Values>(() => ({ ...empty(), ...draftOf(keptAs)?.values }))
  const [typed, setTyped] = useState(false)
  const [apartFrom, setApartFrom] = useState<readonly number[]>([])
  const [given, setGiven] = useState<{ teacherId: number; password: string } | null>(null)
  const { busy, faults, run } = useAct(named)
  const { ask, answer, enrol, again } = useKnown(values)
  const pass = useLeaveGuard(typed && given === null)
  const begun = useBegun(values, setValues)
  useFocusOnFault('.roll-new', faults)
  useEffect(() => {
    if (typed) keepDraft(keptAs, values)
  }, [typed, values])
  const arrive = (teacherId: number) => {
    dropDraft(keptAs)
    pass()
    void navigate(`${entry.path}?teacher=${teacherId}`)
  }
  const save = async () => {
    const { teacherId, password, sentTo } = await enrol({ values, apartFrom })
    await begun(teacherId)
    if (password !== null) return setGiven({ teacherId, password })
    notify.success(`已新增；一次性密码已发到本人手机 ${sentTo}`, { stay: 6000 })
    arrive(teacherId)
  }
  const takeIn = async () => {
    const { teacherId } = await again(values)
    await begun(teacherId)
    notify.success('已重新接收，账号已恢复')
    arrive(teacherId)
  }
  const isTaken = answer !== null && answer.standing !== 'free'
  return (
    <PageFrame title="新增教师" crumbs={[{ label: entry.title, to: entry.path }]}>
      <form
        className="roll-new"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void run(save)
        }}
      >
        {faults['form'] !== undefined && (
          <ErrorBox title="新增失败" detail={faults['form']} kept="填写的内容都还在" />
        )}
        {sections.map((section) => (
          <Panel key={section.title} title={section.title}>
            <Fields
              keys={section.keys}
              values={values}
              faults={faults}
              onSet={(key, value) => {
                setTyped(true)
                setValues((now) => withRead(now, key, value))
              }}
              onLeave={(key) => {
                if (asked.includes(key)) void ask()
              }}
            />
            {section.title === '身份' && answer && (
              <>
                <KnownNumber answer={answer} base={entry.path} busy={busy} onAgain={() => void run(takeIn)} />
                <AlikePeople
                  alike={answer.alike}
                  apartFrom={apartFrom}
                  fault={faults['apartFrom']}
                  onApart={(id, apart) =>
                    setApartFrom((now) => (apart ? [...now, id] : now.filter((one) => one !== id)))
                  }
                />
              </>
            )}
          </Panel>
        ))}
        <StickyBar note="保存后建立档案和账号；接通短信的一次性密码发到本人手机，其他的显示一次">
          <ButtonLink to={entry.path}>返回名册</ButtonLink>
          <Button type="submit" look="primary" busy={busy} disabled={isTaken}>
            新增教师
          </Button>
        </StickyBar>
      </form>
      {given && (
        <PasswordDialog
          name={String(values['name'] ?? '')}
          password={given.password}
          onClose={() => arrive(given.teacherId)}
        />
      )}
    </PageFrame>
  )
}

/**
 * The newcomer whom the form was opened for: the name is filled in, and whoever was enrolled is said to be them.
 * That they were enrolled stands, whatever becomes of the second call: the newcomer stays on the list then.
 */
function useBegun(values: Values, setValues: (change: (now: Values) => Values) => void) {
  const [search] = useSearchParams()
  const newcomer = useNewcomer(search.get('newcomer'))
  const { link } = useNewcomerActs()
  const isUnnamed = values['name'] === undefined
  const name = newcomer?.name
  useEffect(() => {
    if (name !== undefined && isUnnamed) setValues((now) => ({ ...now, name }))
  }, [name, isUnnamed, setValues])
  return async (teacherId: number) => {
    if (!newcomer) return
    await link.mutateAsync({ id: newcomer.id, teacherId }).catch((error: unknown) => {
      notify.warn(`已新增，但没有与待入职的“${newcomer.name}”关联：${sentenceOf(error)}`)
    })
  }
}

/** The fields of a section that apply now. */
function Fields(props: {
  keys: readonly string[]
  values: Values
  faults: Readonly<Record<string, string | undefined>>
  onSet: (key: string, value: unknown) => void
  onLeave: (key: string) => void
}) {
  const { values, faults, onSet, onLeave } = props
  return (
    <div className="xr-grid">
      {props.keys.map((key) => {
        const field = fieldOf(key)
        if (!field || !isVisible(field, values)) return null
        const isAsked = field.writableBy === 'institution' || key === 'entryOn' || key === 'employmentStatus'
        return (
          <FieldRow
            key={key}
            name={key}
            field={field}
            value={values[key] ?? null}
            row={values}
            required={isAsked && isRequired(field, values)}
            fault={faults[key] ?? faults[`values.${key}`]}
            onSet={onSet}
            onLeave={onLeave}
          />
        )
      })}
    </div>
  )
}
