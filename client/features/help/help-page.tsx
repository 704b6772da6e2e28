import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { helpFor, helpWith } from '../../../catalogue/pages/help-for.ts'
import { help } from '../../../catalogue/pages/help.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { HelpText } from './help-text.tsx'
import { TourLink } from './tour-link.tsx'
import './help.css'

/** The help of every page that the reader may open, found by words. */
export function HelpPage() {
  usePageTitle('帮助')
  const session = useSession()
  const [search] = useSearchParams()
  const [typed, setTyped] = useState('')
  const found = helpWith(helpFor(session?.role ?? null), typed)
  const asked = search.get('page')
  return (
    <div className="help-page">
      <h1 tabIndex={-1}>帮助</h1>
      <p>
        <TourLink />
      </p>
      <TextField
        label="搜索"
        name="help"
        type="search"
        maxLength={30}
        value={typed}
        onChange={setTyped}
        help="输关键词，如 佐证、退回、密码"
      />
      <output className="x-hidden">找到 {found.length} 个页面的说明</output>
      {found.length === 0 ? (
        <Empty
          text={`没有提到“${typed.trim()}”的说明。`}
          action={<Button onClick={() => setTyped('')}>清除搜索</Button>}
        />
      ) : (
        found.map((name) => (
          <details key={name} open={name === asked || typed.trim() !== ''} data-testid="help-entry">
            <summary>
              <h2>{help[name].title}</h2>
            </summary>
            <HelpText name={name} />
          </details>
        ))
      )}
    </div>
  )
}
