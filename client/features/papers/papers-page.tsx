import { useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { writingPath } from '../../../catalogue/questions/paths.ts'
import { useViewedAsked } from '../../engine/list/use-viewed-asked.ts'
import { useSession } from '../../platform/session/session.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { BeginPage } from './begin-page.tsx'
import { EditPage } from './edit-page.tsx'
import { PaperList, paperKeys } from './paper-list.tsx'
import { PaperPage } from './paper-page.tsx'
import { TemplateList } from './template-list.tsx'
import { isMade, tabsAt } from './words.ts'
import '../../engine/library/library.css'
import './papers.css'

/** 试卷: lists; one paper (`?id=`), a new one (`?new=1`), the desk of one (`?edit=`). */
export function PapersPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const edited = Number(search.get('edit')) || 0
  const id = Number(search.get('id')) || 0
  if (isMade(entry.path) && edited > 0) return <EditPage key={edited} entry={entry} id={edited} />
  if (isMade(entry.path) && search.has('new')) return <BeginPage entry={entry} />
  return id > 0 ? <PaperPage key={id} entry={entry} id={id} /> : <Bank entry={entry} />
}

function Bank({ entry: { path, title } }: { entry: PageEntry }) {
  const asked = useViewedAsked(paperKeys)
  const role = useSession()?.role ?? 0
  const tabs = tabsAt(path)
  const tab = tabs.find(({ key }) => key === asked.of('view'))?.key ?? tabs[0]?.key ?? 'all'
  return (
    <PageFrame
      title={title}
      actions={
        isMade(path) && (
          <>
            <ButtonLink to={`${writingPath(role) ?? '/'}?import=1&paper=1`} icon="upload">
              从文件组卷
            </ButtonLink>
            <ButtonLink to={`${path}?new=1`} look="primary" icon="add">
              新增试卷
            </ButtonLink>
          </>
        )
      }
    >
      <StateTabs
        label={title}
        tabs={tabs}
        current={tab}
        onSelect={(key) => asked.put({ view: key === tabs[0]?.key ? '' : key })}
      />
      {tab === 'templates' ? <TemplateList /> : <PaperList key={tab} tab={tab} asked={asked} path={path} />}
    </PageFrame>
  )
}
