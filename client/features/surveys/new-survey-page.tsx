import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { MayBeAsked } from '../../../catalogue/contract/training/surveys.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import type { Question } from '../../../catalogue/surveys/questions.ts'
import { questionSets } from '../../../catalogue/surveys/sets.ts'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { newUuid } from '../../engine/uuid.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { textFields } from '../../ui/forms/text-fields.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import '../../ui/forms/labelled.css'
import { ChooseAsked } from './choose-asked.tsx'
import { NeedFields, type NeedChoice } from './need-fields.tsx'
import { QuestionEditor } from './question-editor.tsx'
import { useMayBeAsked, useSurveyActs } from './use-surveys.ts'

const fields = ['title', 'opensOn', 'closesOn', 'people', 'questions', 'need'] as const

/** @param props.set the set of questions to begin from, by its name; any other text begins from none */
export function NewSurveyPage({ entry, set }: { entry: PageEntry; set: string }) {
  const people = useMayBeAsked()
  return (
    <PageFrame title="新增调查" crumbs={[{ label: entry.title, to: entry.path }, { label: '新增' }]}>
      <Loaded answer={people} failed="教师和学校名单打开失败" lines={8}>
        {(all) => <SurveyForm entry={entry} people={all} from={set} />}
      </Loaded>
    </PageFrame>
  )
}

/** The first fault of a question, with the place of the question. */
function questionFault(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const fault = error.errors.find(({ field }) => field.startsWith('questions.'))
  const place = Number(fault?.field.split('.')[1])
  return fault && `第 ${place + 1} 题：${fault.message}`
}

/** What a set of questions fills in: of the one about needs, the year that is planned next, too. */
function filledBy(name: string) {
  const set = questionSets.find((one) => one.name === name)
  const year = new Date().getFullYear() + 1
  return {
    title: set?.need === undefined ? (set?.title ?? '') : `${year} 年${set.title}`,
    anonymous: set?.anonymous ?? true,
    questions: set?.questions ?? [],
    need: set?.need === undefined ? null : { year: String(year), question: set.need },
  }
}

function SurveyForm({ entry, people, from }: { entry: PageEntry; people: MayBeAsked; from: string }) {
  const navigate = useNavigate()
  const { plan } = useSurveyActs()
  const [typed, setTyped] = useState({ title: filledBy(from).title, opensOn: '', closesOn: '' })
  const [anonymous, setAnonymous] = useState(filledBy(from).anonymous)
  const [questions, setQuestions] = useState<readonly Question[]>(filledBy(from).questions)
  const [need, setNeed] = useState<NeedChoice | null>(filledBy(from).need)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [wrong, setWrong] = useState<string>()
  // Sent again after a lost answer, the same form asks once.
  const [once] = useState(newUuid)
  const { busy, faults, run } = useAct(fields)
  const pass = useLeaveGuard(typed.title !== '' || questions.length > 0)
  const isSchool = people.institutions.length === 0
  const begin = (name: string) => {
    const set = filledBy(name)
    setTyped({ ...typed, title: set.title })
    setAnonymous(set.anonymous)
    setQuestions(set.questions)
    setNeed(set.need)
  }
  const send = () =>
    run(async () => {
      setWrong(undefined)
      try {
        const body = {
          ...typed,
          anonymous,
          need: need && { year: Number(need.year), question: need.question },
          questions: questions.map((one) => ({
            ...one,
            options: one.options.filter((text) => text.trim() !== ''),
          })),
          people: isSchool ? { teachers: [...chosen] } : { institutions: [...chosen] },
        }
        const { id } = await plan.mutateAsync({ body, once })
        pass()
        notify.success('已发出，教师会收到消息')
        await navigate(`${entry.path}?id=${id}`)
      } catch (error) {
        setWrong(questionFault(error))
        throw error
      }
    })
  const text = textFields(typed, (key, value) => setTyped({ ...typed, [key]: value }), faults)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {faults['form'] !== undefined && (
        <ErrorBox title="没有发出" detail={wrong ?? faults['form']} kept="填写的内容都还在" />
      )}
      <Panel title="从哪套题开始">
        <div className="survey-sets">
          {questionSets.map(({ name, label }) => (
            <Button key={name} onClick={() => begin(name)}>
              {label}
            </Button>
          ))}
        </div>
        <div className="survey-fields">
          {text('title', '名称', { maxLength: 60 })}
          <label className="x-labelled">
            方式
            <select
              value={anonymous ? '1' : '0'}
              onChange={({ target }) => setAnonymous(target.value === '1')}
            >
              <option value="1">匿名：不留下是谁答的，结束后才能看结果</option>
              <option value="0">实名：本单位看得到每人的答案</option>
            </select>
          </label>
          {text('opensOn', '开始日期', { type: 'date' })}
          {text('closesOn', '结束日期（含当天）', { type: 'date' })}
        </div>
        <NeedFields need={need} questions={questions} onChange={setNeed} fault={faults['need']} />
      </Panel>
      <QuestionEditor questions={questions} onChange={setQuestions} fault={faults['questions'] ?? wrong} />
      <ChooseAsked people={people} chosen={chosen} onChange={setChosen} fault={faults['people']} />
      <p className="x-soft">发出后题目不能再改。</p>
      <div className="survey-buttons">
        <ButtonLink to={entry.path}>取消</ButtonLink>
        <Button type="submit" look="primary" busy={busy}>
          发出调查
        </Button>
      </div>
    </form>
  )
}
