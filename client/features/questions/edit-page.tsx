import { SavedWord } from '../../engine/form/saved-word.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { QuestionDetail } from '../../../catalogue/contract/questions.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { judgeQuestion } from '../../../catalogue/questions/judge.ts'
import { questionValue, type QuestionValue } from '../../../catalogue/questions/value.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { readItem, writeItem } from '../../platform/storage/storage.ts'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { Surroundings } from '../../engine/kinds/surroundings.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { AboutFields } from './about-fields.tsx'
import { BodyFields } from './body-fields.tsx'
import { NearList } from './near-list.tsx'
import { PartsFields } from './parts-fields.tsx'
import { QuestionWay } from './question-facts.tsx'
import { QuestionView } from './question-view.tsx'
import { SubmitPart } from './submit-part.tsx'
import { useQuestionForm } from './use-question-form.ts'
import { useQuestion } from './use-questions.ts'
import './questions.css'

/** The editor of a new question (`id` 0) or of one that was begun. */
export function EditPage({ entry, id }: { entry: PageEntry; id: number }) {
  const title = id > 0 ? '编写试题' : '新增试题'
  const crumbs = [{ label: entry.title, to: entry.path }, { label: title }]
  const answer = useQuestion(id)
  return (
    <PageFrame title={title} crumbs={crumbs}>
      {id === 0 ? (
        <Editor entry={entry} question={null} />
      ) : (
        <Loaded answer={answer} failed="该题打开失败" lines={10}>
          {(question) =>
            question.may.edit ? (
              <Editor entry={entry} question={question} />
            ) : (
              <Empty
                text={question.state === 'inReview' ? '该题正在审核，撤回后才能修改。' : '该题不能修改。'}
                action={<ButtonLink to={`${entry.path}?id=${id}`}>查看这道题</ButtonLink>}
              />
            )
          }
        </Loaded>
      )}
    </PageFrame>
  )
}

/** What the last question of this writer had is proposed for the next one. */
const habits = 'xt-question-habits'
function startOf(): QuestionValue {
  const kept: unknown = JSON.parse(readItem(habits) ?? '{}')
  const read = questionValue
    .pick({ schoolStage: true, subject: true, grade: true, textbookEdition: true })
    .partial()
    .safeParse(kept)
  return questionValue.parse({
    questionKind: 'single',
    difficulty: '3',
    licence: '2',
    sourceKind: '1',
    options: ['A', 'B', 'C', 'D'].map((key) => ({ key, content: '' })),
    ...(read.success && read.data),
  })
}
function remember({ schoolStage, subject, grade, textbookEdition }: QuestionValue): void {
  writeItem(habits, JSON.stringify({ schoolStage, subject, grade, textbookEdition }))
}

function Editor({ entry, question }: { entry: PageEntry; question: QuestionDetail | null }) {
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [start] = useState(startOf)
  const [opened] = useState(question)
  const [shown, setShown] = useState(question)
  const form = useQuestionForm(opened, start, setShown)
  const pass = useLeaveGuard(form.isDue)
  const { typed } = form
  const faults = judgeQuestion(typed)
  const typeset = shown?.faults.filter(({ code }) => code === 'Q122') ?? []
  const known = [...faults.filter(({ code }) => code !== 'Q122'), ...typeset]
  const faultOf = (field: string): string | undefined =>
    form.faults.find((one) => one.field === field)?.message ??
    (form.id === null
      ? undefined
      : known.find((one) => one.field === field && one.level === 'error')?.message)
  const done = async () => {
    pass()
    remember(typed)
    await cache.invalidateQueries({ queryKey: ['questions'] })
    notify.success(
      typed.shareScope === '0'
        ? '已保存为自用的试题'
        : `已提交，申请共享到${labelOf('shareScope', typed.shareScope)}`,
    )
    await navigate(`${entry.path}?view=mine&id=${form.id ?? ''}`)
  }
  return (
    <Surroundings value={{ files: shown?.files ?? [], areas: null }}>
      <div className="question-edit">
        <form noValidate onSubmit={(event) => event.preventDefault()}>
          {question?.remark != null && <p className="question-remark">退回意见：{question.remark}</p>}
          <AboutFields form={form} faultOf={faultOf} />
          <Panel title="题目">
            <BodyFields
              at=""
              one={typed}
              faultOf={faultOf}
              isPool={typed.questionKind === 'composite' && typed.layout === 'options'}
              onChange={form.change}
            />
          </Panel>
          {typed.questionKind === 'composite' && <PartsFields form={form} faultOf={faultOf} />}
          <SubmitPart form={form} shown={shown} faults={known} onDone={done} />
        </form>
        <aside aria-label="效果" className="question-preview">
          <Panel
            title="印出来的样子"
            extra={<SavedWord called="该题" progress={form.progress} isDue={form.isDue} />}
          >
            {shown ? (
              <QuestionView shown={shown.shown} />
            ) : (
              <p className="x-soft">停下来就会自动保存，并在这里显示公式。</p>
            )}
          </Panel>
          {shown && <NearList question={shown} />}
          {shown && shown.trail.length > 0 && <QuestionWay question={shown} />}
        </aside>
      </div>
    </Surroundings>
  )
}
