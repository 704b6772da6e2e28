import { Link, useNavigate } from 'react-router'
import type { NeedView } from '../../../../catalogue/contract/support-needs.ts'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import type { AnyProcess } from '../../../../catalogue/processes/define.ts'
import { casePath } from '../../../../catalogue/processes/paths.ts'
import { supportOffer } from '../../../../catalogue/processes/support-offer.ts'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { useAct } from '../../../platform/api/use-act.ts'
import { listTime } from '../../../platform/format.ts'
import { useSession } from '../../../platform/session/session.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../../ui/layout/line-table.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { useNeed, useOfferBeginning } from './use-needs.ts'
import { NeedMark, Places } from './words.tsx'

/** One need: what is asked for, its places, who offered, and the reader's next act. */
export function NeedPart({ entry, id }: { entry: PageEntry; id: string }) {
  const answer = useNeed(id)
  return (
    <>
      <p>
        <Link to={`${entry.path}?tab=needs`}>返回需求列表</Link>
      </p>
      <Loaded answer={answer} failed="该项需求打开失败" lines={8}>
        {(need) => (
          <div className="support-need" data-testid="support-need-page">
            <What need={need} />
            <Offers need={need} />
          </div>
        )}
      </Loaded>
    </>
  )
}

function What({ need }: { need: NeedView }) {
  const role = useSession()?.role ?? 0
  const { title, kind, stage, subject, owner, startOn, endOn, detail, weekly, places, taken, isOwn } = need
  return (
    <Panel title={title} beside={<NeedMark need={need} />}>
      <Places taken={taken} places={places} />
      <p className="x-soft">
        {owner}　{labelOf('supportNeedKind', kind)}
        {stage !== null && `　${labelOf('schoolStage', stage)}`}
        {subject !== null && `　${labelOf('subject', subject)}`}
        {weekly !== null && `　每周 ${weekly} 节`}
      </p>
      <p className="x-num">
        {startOn} 至 {endOn}
      </p>
      <p className="support-said">{detail}</p>
      <div className="support-acts">
        {need.mayOffer && <Offering need={need} />}
        {isOwn && (
          <ButtonLink to={casePath(role, 'supportNeed', need.id) ?? '/'}>办理记录、结束需求</ButtonLink>
        )}
      </div>
    </Panel>
  )
}

function Offering({ need }: { need: NeedView }) {
  const role = useSession()?.role ?? 0
  const navigate = useNavigate()
  const begin = useOfferBeginning()
  const { busy, faults, run } = useAct([])
  return (
    <>
      {faults['form'] !== undefined && <ErrorBox title="还不能响应" detail={faults['form']} />}
      <Button
        look="primary"
        busy={busy}
        onClick={() =>
          void run(async () => {
            const id = await begin(need.id)
            await navigate(casePath(role, 'supportOffer', id) ?? '/')
          })
        }
      >
        响应该项需求
      </Button>
    </>
  )
}

const offer: AnyProcess = supportOffer
type Line = NeedView['offers'][number]

const columnsOf = (role: number): LineColumn<Line>[] => [
  {
    key: 'supporter',
    title: '支援方',
    wide: true,
    render: ({ id, supporter }) => <Link to={casePath(role, 'supportOffer', id) ?? '/'}>{supporter}</Link>,
  },
  {
    key: 'number',
    title: '响应',
    figure: true,
    render: ({ number }) => <span className="x-num">{number}</span>,
  },
  { key: 'people', title: '人员', render: ({ people }) => people.join('、') || '没有写姓名' },
  { key: 'state', title: '状态', render: ({ state }) => offer.states[state]?.label ?? state },
  { key: 'at', title: '时间', render: ({ at }) => listTime(at) },
]

function Offers({ need: { offers, isOwn, mayOffer, cityFrom } }: { need: NeedView }) {
  const role = useSession()?.role ?? 0
  return (
    <Panel title="响应">
      {offers.length === 0 ? (
        <Empty
          text={
            isOwn
              ? `暂无响应。结对单位已经看到，${cityFrom} 起本市的支援单位也能看到。`
              : mayOffer
                ? '暂无响应，名额先到先得。'
                : '没有可以看的响应。'
          }
        />
      ) : (
        <LineTable
          label="响应"
          lines={offers}
          columns={columnsOf(role)}
          keyOf={({ id }) => id}
          stale={false}
          testId="support-offer"
        />
      )}
    </Panel>
  )
}
