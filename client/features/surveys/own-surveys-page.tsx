import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { OwnSurvey, OwnSurveyLine } from '../../../catalogue/contract/training/surveys.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import type { Answers, AnswerValue } from '../../../catalogue/surveys/questions.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { AskedQuestion } from './asked-question.tsx'
import { useOwnSurvey, useOwnSurveys, useSurveyActs } from './use-surveys.ts'
import { surveyColumns } from './survey-columns.tsx'
import { daysText, stateWords } from './words.ts'
import './surveys.css'

/** 调查问卷 of a teacher: what one is asked, and one of them to be answered (`?id=`). */
export function OwnSurveysPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = search.get('id')
  return id === null ? <OwnList entry={entry} /> : <OwnOne key={id} entry={entry} id={id} />
}

const columnsOf = (path: string): readonly LineColumn<OwnSurveyLine>[] => [
  ...surveyColumns(path),
  {
    key: 'state',
    title: '状态',
    render: ({ answered, state }) => (answered ? '已填' : state === 'open' ? '待填' : stateWords[state]),
  },
]

function OwnList({ entry }: { entry: PageEntry }) {
  const answer = useOwnSurveys()
  return (
    <PageFrame title={entry.title}>
      <Loaded answer={answer} failed="调查打开失败" lines={5}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty text="没有请您填的调查。" />
          ) : (
            <LineTable
              label="请我填的调查"
              lines={list}
              columns={columnsOf(entry.path)}
              keyOf={({ id }) => id}
              stale={answer.isPlaceholderData}
            />
          )
        }
      </Loaded>
    </PageFrame>
  )
}

function OwnOne({ entry, id }: { entry: PageEntry; id: string }) {
  const answer = useOwnSurvey(id)
  return (
    <PageFrame
      title={answer.data?.title ?? entry.title}
      crumbs={[{ label: entry.title, to: entry.path }, { label: '填写' }]}
      note={answer.data && `${answer.data.asker}　${daysText(answer.data)}`}
    >
      <Loaded answer={answer} failed="调查打开失败" lines={8}>
        {(survey) =>
          survey.answered || survey.state !== 'open' ? (
            <Over survey={survey} />
          ) : (
            <Ask entry={entry} survey={survey} />
          )
        }
      </Loaded>
    </PageFrame>
  )
}

const Over = ({ survey: { answered, state, opensOn } }: { survey: OwnSurvey }) => (
  <Empty
    text={
      answered
        ? '您已经答过该调查，谢谢。'
        : state === 'planned'
          ? `该调查 ${opensOn} 开始。`
          : '该调查已结束。'
    }
  />
)

function Ask({ entry, survey }: { entry: PageEntry; survey: OwnSurvey }) {
  const navigate = useNavigate()
  const [answers, setAnswers] = useState<Answers>({})
  const { answer } = useSurveyActs()
  const { busy, faults, run } = useAct(survey.questions.map(({ key }) => key))
  const put = (key: string, value: AnswerValue | undefined) =>
    setAnswers((now) => {
      const rest = Object.entries(now).filter(([other]) => other !== key)
      return Object.fromEntries(value === undefined ? rest : [...rest, [key, value]])
    })
  const send = () =>
    run(async () => {
      await answer.mutateAsync({ id: survey.id, answers })
      notify.success('已提交，谢谢')
      await navigate(entry.path)
    })
  const many = Object.keys(faults).filter((key) => key !== 'form').length
  return (
    <form
      className="survey-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p className="x-soft">
        {survey.anonymous
          ? '匿名：只记下答案和日期，不记是谁、几点答的；少于 5 人回答的题不显示。提交后不能修改。'
          : `实名：${survey.asker}看得到您的答案。提交后不能修改。`}
      </p>
      {survey.questions.map((question, place) => (
        <AskedQuestion
          key={question.key}
          place={place + 1}
          question={question}
          value={answers[question.key]}
          fault={faults[question.key]}
          onChange={(value) => put(question.key, value)}
        />
      ))}
      {faults['form'] !== undefined && (
        <ErrorBox title="没有提交" detail={faults['form']} kept="填写的内容都还在" />
      )}
      {many > 0 && (
        <p className="survey-fault" role="alert">
          还有 {many} 题要改，见上面的红字。
        </p>
      )}
      <div className="survey-buttons">
        <ButtonLink large to={entry.path}>
          以后再填
        </ButtonLink>
        <Button large type="submit" look="primary" busy={busy}>
          提交
        </Button>
      </div>
    </form>
  )
}
