import type { SurveyResults } from '../../../catalogue/contract/training/surveys.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { questionKinds, type Question } from '../../../catalogue/surveys/questions.ts'
import type { QuestionResult } from '../../../catalogue/surveys/results.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { saveText } from '../../platform/api/download.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useResults, useSurveyActs } from './use-surveys.ts'
import { answerText, daysText, resultsAsText, stateWords } from './words.ts'

/** What a survey came to: each question with bars and their numbers. */
export function ResultsPage({ entry, id }: { entry: PageEntry; id: string }) {
  const answer = useResults(id)
  const { data } = answer
  return (
    <PageFrame
      title={data?.title ?? entry.title}
      crumbs={[{ label: entry.title, to: entry.path }, { label: '结果' }]}
      note={
        data &&
        `${daysText(data)}　${data.anonymous ? '匿名' : '实名'}　${stateWords[data.state]}　已填 ${data.answered} / ${data.asked}${data.needYear === null ? '' : `　计入 ${data.needYear} 年培训需求`}`
      }
      actions={data && <Actions survey={data} />}
    >
      <Loaded answer={answer} failed="调查打开失败" lines={10}>
        {(survey) => <Results survey={survey} />}
      </Loaded>
    </PageFrame>
  )
}

function Actions({ survey }: { survey: SurveyResults }) {
  const { close } = useSurveyActs()
  const end = async () => {
    const text = '结束后不能再填，也不能再打开。'
    if (!(await confirm({ title: `提前结束“${survey.title}”？`, text, ok: '结束调查' }))) return
    try {
      await close.mutateAsync(survey.id)
      notify.success('已结束')
    } catch (error) {
      notify.error(sentenceOf(error))
    }
  }
  return (
    <>
      {survey.results !== null && (
        <Button icon="download" onClick={() => saveText(`${survey.title}.csv`, resultsAsText(survey))}>
          导出
        </Button>
      )}
      {survey.state !== 'closed' && <Button onClick={() => void end()}>提前结束</Button>}
    </>
  )
}

function Results({ survey }: { survey: SurveyResults }) {
  const { results, questions, named } = survey
  if (results === null)
    return <Empty text="匿名调查结束以后才能看结果：进行中每多一份答案，前后一比就知道是谁答的。" />
  return (
    <>
      {questions.map((question, place) => {
        const result = results[place]
        return result && <Result key={question.key} place={place + 1} question={question} result={result} />
      })}
      {named.length > 0 && <Named survey={survey} />}
    </>
  )
}

function Result({ place, question, result }: { place: number; question: Question; result: QuestionResult }) {
  const { answered, hidden, counts, mean, texts } = result
  return (
    <Panel
      title={`${place}. ${question.title}`}
      beside={
        <span className="x-faint">
          {questionKinds[question.kind]}
          {!hidden && `　${answered} 人`}
          {mean !== null && `　平均 ${mean.toFixed(2)}`}
        </span>
      }
    >
      {hidden ? (
        <p className="x-faint">回答的少于 5 人，不显示。</p>
      ) : (
        <>
          {counts.length > 0 && <Bars label={question.title} counts={counts} of={answered} />}
          {texts.length > 0 && (
            <ul className="survey-texts">
              {texts.map((text, index) => (
                // Two people may write the same.
                <li key={`${index} ${text}`}>{text}</li>
              ))}
            </ul>
          )}
          {question.kind === 'words' && texts.length === 0 && <p className="x-faint">没有人填写。</p>}
        </>
      )}
    </Panel>
  )
}

/** Bars that are a table at the same time: name, bar, number and share. */
function Bars({ label, counts, of }: { label: string; counts: QuestionResult['counts']; of: number }) {
  const most = Math.max(1, ...counts.map(({ count }) => count))
  return (
    <table className="survey-bars" aria-label={label}>
      <thead className="x-hidden">
        <tr>
          <th scope="col">选项</th>
          <th scope="col">人数</th>
          <th scope="col">占比</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ label: name, count }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="survey-bar">
              <span aria-hidden="true" style={{ inlineSize: `${(85 * count) / most}%` }} />
              {count}
            </td>
            <td>{of === 0 ? '—' : `${Math.round((100 * count) / of)}%`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Named({ survey: { named, questions } }: { survey: SurveyResults }) {
  const columns: readonly LineColumn<SurveyResults['named'][number]>[] = [
    { key: 'name', title: '姓名', wide: true, render: ({ name }) => name },
    { key: 'institution', title: '单位', render: ({ institution }) => institution },
    ...questions.map((question) => ({
      key: question.key,
      title: question.title,
      render: ({ answers }: SurveyResults['named'][number]) => answerText(question, answers[question.key]),
    })),
  ]
  return (
    <Panel title="逐人答案" beside={<span className="x-faint">{named.length} 人</span>} flush>
      <div className="survey-wide">
        <LineTable
          label="逐人答案"
          lines={named}
          columns={columns}
          keyOf={(line) => `${line.name} ${line.institution} ${named.indexOf(line)}`}
          stale={false}
        />
      </div>
    </Panel>
  )
}
