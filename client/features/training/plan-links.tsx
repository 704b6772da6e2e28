import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'

/** From the plans to what came of them, and to the survey that asks what is needed. */
export function PlanLinks({ entry: { path } }: { readonly entry: PageEntry }) {
  const beside = (page: string) => path.replace(/[^/]+$/, page)
  return (
    <>
      <ButtonLink to={beside('xqxmyx?by=plan')}>执行情况</ButtonLink>
      <ButtonLink to={beside('dcwj?tab=needs')}>培训需求</ButtonLink>
    </>
  )
}
