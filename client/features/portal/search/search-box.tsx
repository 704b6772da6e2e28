import { useNavigate, useSearchParams } from 'react-router'
import { withQuery } from '../../../platform/api/with-query.ts'
import { Button } from '../../../ui/forms/button.tsx'
import './search.css'

/** The page of results. */
const here = '/home/search'

/** Where somebody says what they look for; the address carries it, so that it can be kept and sent. */
export function SearchBox() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const typed = search.get('q') ?? ''
  return (
    <search className="portal-search">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
          if (q !== '') void navigate(withQuery(here, { q }))
        }}
      >
        <input
          name="q"
          type="search"
          aria-label="搜索政策、通知和动态"
          placeholder="搜索政策、通知和动态"
          defaultValue={typed}
          key={typed}
          maxLength={60}
          enterKeyHint="search"
        />
        <Button type="submit" icon="search">
          搜索
        </Button>
      </form>
    </search>
  )
}
