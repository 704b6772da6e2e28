import type { QuestionDetail } from '../../../catalogue/contract/questions.ts'
import { labelOf, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import { levelLabels } from '../../../catalogue/flows/review.ts'
import { ReachDots } from '../../engine/library/reach-dots.tsx'
import { listTime } from '../../platform/format.ts'
import '../../engine/review/desk-parts.css'

const coded = (dict: DictName, code: string | null): string => (code === null ? '' : labelOf(dict, code))

/** What is said of a question beside its text. */
export function QuestionFacts({ question }: { question: QuestionDetail }) {
  const reach = question.reach ?? '0'
  const facts = [
    ['题型', coded('questionForm', question.questionForm) || coded('questionKind', question.questionKind)],
    [
      '学段、学科',
      [coded('schoolStage', question.schoolStage), coded('subject', question.subject)].join(' '),
    ],
    ['章节', question.chapters.join('；')],
    ['知识点', [...question.points, question.knowledgePoints].filter(Boolean).join('；')],
    ['难度', coded('difficulty', question.difficulty)],
    ['认知层次', coded('cognitiveLevel', question.cognitiveLevel)],
    [
      '来源',
      [coded('questionSource', question.sourceKind), question.source, question.year ?? '']
        .filter(Boolean)
        .join('　'),
    ],
    ['评分规则', question.scoreRule],
    ['许可', coded('resourceLicence', question.licence)],
    ['被改编', question.useCount === 0 ? '' : `外单位 ${question.useCount} 人`],
  ] as const
  return (
    <dl className="library-facts">
      <dt>已共享到</dt>
      <dd>
        <ReachDots reach={reach} />
      </dd>
      {facts.map(([label, text]) =>
        text.trim() === '' ? null : (
          <div key={label} className="question-fact">
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

const verdicts: Readonly<Record<string, string>> = {
  submitted: '提交',
  approved: '通过',
  returned: '退回',
  withdrawn: '撤回',
  undone: '撤销通过',
  offline: '下架',
  online: '恢复',
}

/** What happened to a question so far, who holds it now, and what follows. */
export function QuestionWay({ question }: { question: QuestionDetail }) {
  const { steps, trail, shareScope } = question
  return (
    <section className="xr-part" data-testid="question-way">
      <h2>
        办理进度<span className="x-faint x-note">申请共享到{labelOf('shareScope', shareScope)}</span>
      </h2>
      <ol className="xr-trail">
        {trail.map(({ verdict, by, institution, reason, at }) => (
          <li key={`${at} ${verdict}`} className="xr-trail-done">
            <p>
              <b>{by}</b>　{verdicts[verdict] ?? verdict}
            </p>
            <span className="x-faint">
              {institution}　{listTime(at)}
            </span>
            {reason !== null && reason !== '' && <span>“{reason}”</span>}
          </li>
        ))}
        {steps.map(({ level, institution, state }) =>
          state === 'done' ? null : (
            <li key={level} className={state === 'current' ? 'xr-trail-now' : ''}>
              <b>{institution}</b>　
              {state === 'current' ? `待${levelLabels[level]}审核` : `${levelLabels[level]}审核`}
            </li>
          ),
        )}
      </ol>
    </section>
  )
}

const changeWords = { erratum: '勘误', revision: '修订' } as const

/** The versions, with what each changed. */
export function QuestionVersions({ question: { versions } }: { question: QuestionDetail }) {
  if (versions.length < 2) return null
  return (
    <section className="xr-part">
      <h2>版本</h2>
      <ul className="question-versions">
        {versions.map(({ no, change, reason, by, at }) => (
          <li key={no}>
            第 {no} 版　{change === null ? '' : `${changeWords[change]}：${reason ?? ''}　`}
            <span className="x-faint">
              {by}　{listTime(at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
