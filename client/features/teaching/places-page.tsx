import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { CasesPage } from '../../engine/process/cases-page.tsx'
import { PageTabs } from '../../engine/process/page-tabs.tsx'

/** 活动报名: places in activities, invitations and waiting lists. */
export function PlacesPage({ entry }: { entry: PageEntry }) {
  return (
    <CasesPage
      entry={entry}
      over={() => <PageTabs entry={entry} current="activityPlace" first="researchActivity" />}
    />
  )
}
