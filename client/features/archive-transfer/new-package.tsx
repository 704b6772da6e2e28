import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import type { PackageReport, PackageSubject } from '../../../catalogue/contract/archive-transfer.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useOptions } from '../../engine/data/options.ts'
import { PlaceFilter } from '../../engine/list/place-filter.tsx'
import { useAct, type Faults } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ReportPart } from './report-part.tsx'
import { checkPackage, usePackageCalls } from './use-packages.ts'

interface PackageChoice {
  readonly about: 'year' | 'person'
  readonly place: number | null
  readonly year: string
  readonly sought: string
  readonly teacher: string
}

const subjectOf = ({ about, place, year, teacher }: PackageChoice, only: number): PackageSubject =>
  about === 'year'
    ? { about, institutionId: place ?? only, year: Number(year) }
    : { about, teacherId: Number(teacher) }

/** The year before this one is the usual one: its records are complete. */
const beginning = (): PackageChoice => ({
  about: 'year',
  place: null,
  year: String(new Date().getFullYear() - 1),
  sought: '',
  teacher: '',
})

/** Chooses what is handed over, shows the four checks, and asks for the package. */
export function NewPackage({ entry }: { entry: PageEntry }) {
  const [typed, setTyped] = useState<PackageChoice>(beginning)
  const [report, setReport] = useState<PackageReport | null>(null)
  const { busy, faults, run } = useAct(['institutionId', 'year', 'teacherId'])
  const { ask } = usePackageCalls()
  // A school has no other institution to choose.
  const places = useOptions('institutions', '').list
  const subject = subjectOf(typed, places.length === 1 ? (places[0]?.id ?? 0) : 0)
  const navigate = useNavigate()
  const change = (part: Partial<PackageChoice>) => {
    setTyped({ ...typed, ...part })
    setReport(null)
  }
  const look = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => setReport(await checkPackage(subject)))
  }
  const submit = () =>
    run(async () => {
      await ask(subject)
      notify.success('已申请，等第二人同意')
      await navigate(entry.path)
    })
  return (
    <PageFrame
      title="制作移交包"
      crumbs={[{ label: entry.title, to: entry.path }, { label: '制作移交包' }]}
      note="先做四性检测，再申请；含整份档案，须由第二人同意"
    >
      <div className="transfer-parts">
        <Panel title="移交什么">
          <form className="transfer-form" noValidate onSubmit={look}>
            <SubjectFields typed={typed} faults={faults} change={change} />
            {faults['form'] !== undefined && <ErrorBox title="检测失败" detail={faults['form']} />}
            <p className="transfer-acts">
              <Button type="submit" look={report ? 'plain' : 'primary'} busy={busy}>
                四性检测
              </Button>
              <ButtonLink to={entry.path}>取消</ButtonLink>
            </p>
          </form>
        </Panel>
        {report && <ReportPart report={report} />}
        {report && report.records > 0 && (
          <p className="transfer-acts">
            <Button look="primary" busy={busy} onClick={() => void submit()}>
              申请制作
            </Button>
            <span className="x-soft">可以同意的：{report.offices.join('、')}</span>
          </p>
        )}
      </div>
    </PageFrame>
  )
}

function SubjectFields({
  typed,
  faults,
  change,
}: {
  typed: PackageChoice
  faults: Faults
  change: (part: Partial<PackageChoice>) => void
}) {
  const found = useOptions('teachers', typed.sought)
  const kinds = [
    { code: 'year', label: '一个单位的一个年度' },
    { code: 'person', label: '一名离开人员' },
  ]
  return (
    <>
      <Choice
        label="范围"
        value={typed.about}
        isRequired
        options={kinds}
        onChange={(code) => change({ about: code === 'person' ? 'person' : 'year' })}
      />
      {typed.about === 'year' ? (
        <>
          <div>
            <PlaceFilter value={typed.place} onChange={(place) => change({ place })} />
            {faults['institutionId'] !== undefined && (
              <p className="x-labelled-fault" role="alert">
                {faults['institutionId']}
              </p>
            )}
          </div>
          <TextField
            label="年度"
            inputMode="numeric"
            maxLength={4}
            value={typed.year}
            fault={faults['year']}
            onChange={(year) => change({ year })}
          />
        </>
      ) : (
        <>
          <TextField label="搜索姓名" value={typed.sought} onChange={(sought) => change({ sought })} />
          <Choice
            label="离开人员"
            value={typed.teacher}
            fault={faults['teacherId']}
            options={found.list.map(({ id, name, note }) => ({
              code: String(id),
              label: `${name}　${note}`,
            }))}
            onChange={(teacher) => change({ teacher })}
          />
        </>
      )}
    </>
  )
}
