import { casesPath } from '../../../../catalogue/processes/paths.ts'
import { useSession } from '../../../platform/session/session.ts'
import { ButtonLink } from '../../../ui/forms/button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Sums } from './ledger-part.tsx'

/** What was done under one agreement, as both sides confirmed it, with the ways to the ledger and to needs. */
export function PairWork({ agreement }: { agreement: string }) {
  const role = useSession()?.role ?? 0
  const ledger = casesPath(role, 'supportEntry')
  if (ledger === null) return null
  return (
    <Panel title="帮扶台账" beside={<span className="x-soft x-dense">双方都确认的才进合计</span>}>
      <Sums query={{ agreement }} />
      <p className="support-acts">
        <ButtonLink to={ledger}>台账、记一条</ButtonLink>
        <ButtonLink to={ledger.replace('tab=supportEntry', 'tab=needs')}>需求与响应</ButtonLink>
      </p>
    </Panel>
  )
}
