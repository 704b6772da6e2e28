import type { StudioBoard } from '../../../catalogue/contract/teaching/studios.ts'
import { publicRoute } from '../../../catalogue/contents/public.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { casePath, noticesPath } from '../../../catalogue/processes/paths.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useStudioCalls } from './use-studios.ts'

/** Places of one look, one after the other. */
const cellsOf = (look: string, many: number) =>
  Array.from({ length: many }, (_, n) => ({ key: `${look} ${n}`, look }))

/** The places in the room: who holds them, and what the rules leave. */
export function PlacesPart({ board: { places, level } }: { board: StudioBoard }) {
  const { capacity, schoolCap, ruralShare, urban, rural, invited } = places
  const free = Math.max(0, capacity - urban - rural - invited)
  const cells = [
    ...cellsOf('studio-urban', urban),
    ...cellsOf('studio-rural', rural),
    ...cellsOf('studio-asked', invited),
    ...cellsOf('', free),
  ]
  return (
    <Panel
      title="名额"
      beside={
        <span className="x-soft x-dense">
          {labelOf('studioLevel', level)} {capacity} 个
        </span>
      }
    >
      <ul className="studio-places" aria-hidden="true">
        {cells.map(({ key, look }) => (
          <li key={key} className={look} />
        ))}
      </ul>
      <p>
        城区 {urban}　乡村 {rural}　待接受 {invited}　空余 {free}
      </p>
      <p className="x-soft x-dense">
        每校至多 {schoolCap} 人{ruralShare > 0 && `；乡村学校的学员不少于 ${ruralShare}%`}
      </p>
    </Panel>
  )
}

/** The assessment of years: what is being collected, and what became of it. */
export function AssessmentPart({ board: { notices, years, as } }: { board: StudioBoard }) {
  const known = years.filter(({ state }) => state !== null)
  return (
    <Panel title="年度考核">
      <div className="studio-stack">
        {notices.map(({ id, title, until, entry }) => (
          <div key={id}>
            <p>
              <b>{title}</b>
            </p>
            <p className="x-soft x-dense">{until.replace('T', ' ')} 截止；完成数提交当天冻结，无需上传材料</p>
            {as === 'host' &&
              (entry === null ? (
                <ButtonLink look="primary" to={`${noticesPath(2, 'studioNotice') ?? '/'}?id=${id}`}>
                  提交年度总结
                </ButtonLink>
              ) : (
                <ButtonLink to={casePath(2, 'studioYear', entry) ?? '/'}>看年度总结</ButtonLink>
              ))}
          </div>
        ))}
        {known.map(({ no, score, result }) => (
          <p key={no}>
            第 {no} 年　{result === null ? '评审中' : labelOf('annualResult', result)}
            {score !== null && `　${score.toFixed(2)} 分`}
          </p>
        ))}
        {notices.length === 0 && known.length === 0 && <p className="x-soft">暂无考核。</p>}
      </div>
    </Panel>
  )
}

const shownWords: Readonly<Record<string, string>> = {
  published: '正在门户上展示',
  draft: '没有展示',
  takenDown: '已经撤下',
}

/** What the portal shows of the studio: made of its records, never typed. */
export function FacePart({ board: { id, face, as } }: { board: StudioBoard }) {
  const { show } = useStudioCalls()
  const { busy, faults, run } = useAct([])
  if (face === null) return null
  const isShown = face.state === 'published'
  const update = () =>
    void run(async () => {
      await show(id)
      notify.success('公开主页已更新')
    })
  return (
    <Panel title="公开主页">
      <div className="studio-stack">
        <p>{shownWords[face.state] ?? face.state}</p>
        <p className="x-soft x-dense">由工作室的记录生成；{face.named} 位成员同意署名，没有同意的不显示。</p>
        {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
        {isShown && (as === 'host' || as === 'office') && (
          <div className="studio-acts">
            <Button busy={busy} onClick={update}>
              更新主页
            </Button>
            <ButtonLink to={`${publicRoute('studio').path}?id=${face.contentId}`}>看主页</ButtonLink>
          </div>
        )}
      </div>
    </Panel>
  )
}
