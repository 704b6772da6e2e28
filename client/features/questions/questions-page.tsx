import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { IndexTree } from '../../engine/library/index-tree.tsx'
import { useViewedAsked } from '../../engine/list/use-viewed-asked.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { EditPage } from './edit-page.tsx'
import { ImportPage } from './import-page.tsx'
import { QuestionList, questionKeys } from './question-list.tsx'
import { QuestionPanel } from './question-panel.tsx'
import { isWritten, tabsAt } from './words.ts'
import '../../engine/library/library.css'
import './questions.css'

/** What another feature offers for a question: putting it aside for a paper. */
export type Basket = ComponentType<{ readonly question: number }>

/** 试题库: index, list and one question side by side, and the editor (`?edit=`, `?new=1`), files (`?import=1`). */
export function QuestionsPage({ entry, Basket }: { entry: PageEntry; Basket: Basket }) {
  const [search] = useSearchParams()
  const edited = Number(search.get('edit')) || 0
  if (isWritten(entry.path) && (edited > 0 || search.has('new')))
    return <EditPage key={edited} entry={entry} id={edited} />
  if (isWritten(entry.path) && search.has('import')) return <ImportPage entry={entry} />
  return <Bank entry={entry} Basket={Basket} />
}

function Bank({ entry: { path, title }, Basket }: { entry: PageEntry; Basket: Basket }) {
  const asked = useViewedAsked(questionKeys)
  const tabs = tabsAt(path)
  const tab = tabs.find(({ key }) => key === asked.of('view'))?.key ?? tabs[0]?.key ?? 'all'
  const id = Number(asked.of('id')) || 0
  const write = isWritten(path) && (
    <>
      <ButtonLink to={`${path}?import=1`} icon="upload">
        导入试题
      </ButtonLink>
      <ButtonLink to={`${path}?new=1`} look="primary" icon="add">
        新增试题
      </ButtonLink>
    </>
  )
  return (
    <PageFrame title={title} actions={write}>
      <StateTabs
        label={title}
        tabs={tabs}
        current={tab}
        onSelect={(key) => asked.put({ view: key === tabs[0]?.key ? '' : key, id: '' })}
      />
      <div className={id > 0 ? 'library library-opened' : 'library'}>
        <aside className="library-index">
          <IndexTree
            kind="question"
            book={Number(asked.of('book')) || 0}
            node={Number(asked.of('node')) || 0}
            onBook={(book) => asked.put({ book: book > 0 ? String(book) : '', node: '' })}
            onNode={(node) => asked.put({ node: node > 0 ? String(node) : '' })}
          />
        </aside>
        <QuestionList key={tab} tab={tab} asked={asked} writePath={isWritten(path) ? path : null} />
        {id > 0 && (
          <div className="library-beside">
            <QuestionPanel
              key={id}
              id={id}
              path={path}
              Basket={Basket}
              onClose={() => asked.turn('id', '')}
            />
          </div>
        )}
      </div>
    </PageFrame>
  )
}
