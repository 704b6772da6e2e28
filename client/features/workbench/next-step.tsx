import { useQuery, useQueryClient } from '@tanstack/react-query'
import { workbench, type Workbench } from '../../../catalogue/contract/workspace.ts'
import { homeOf } from '../../../catalogue/pages/pages.ts'
import { Link } from 'react-router'
import { api } from '../../platform/api/api.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { currentStep, isSettled } from './steps.ts'
import './building.css'

/**
 * Above a record of somebody who is building an archive: the next step. It asks only where the home showed
 * steps before, so that the records of everybody else cost no further call.
 */
export function NextStep({ definition }: { definition: { readonly name: string } }) {
  const begun = useQueryClient().getQueryData<Workbench>(['workbench'])?.building ?? null
  const { data } = useQuery({
    queryKey: ['workbench'],
    queryFn: ({ signal }) => api.get('/api/v1/workbench', { schema: workbench, quiet: true, signal }),
    staleTime: 0,
    enabled: begun !== null,
  })
  const steps = data?.building?.steps
  if (!steps?.some(({ type }) => type === definition.name)) return null
  const next = currentStep(steps)
  if (!next || next.type === definition.name) return null
  const left = steps.filter((step) => !isSettled(step)).length
  return (
    <aside className="next-step" aria-label="建立档案">
      <p>
        建立档案还差 {left} 类，<Link to={homeOf(2)}>查看全部步骤</Link>
      </p>
      <ButtonLink to={next.link} look="primary">
        下一步：{next.verb}
        {next.title}
      </ButtonLink>
    </aside>
  )
}
