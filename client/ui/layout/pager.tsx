import { Button } from '../forms/button.tsx'

/** Total of a list and the links to its pages. `totalMore`: the server stopped counting at 10 000. */
export function Pager({
  page,
  pageSize,
  total,
  totalMore,
  onPage,
}: {
  page: number
  pageSize: number
  total: number
  totalMore?: boolean | undefined
  onPage: (page: number) => void
}) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  return (
    <nav className="x-pager" aria-label="翻页">
      <span>
        共 {total.toLocaleString('zh-CN')}
        {totalMore ? ' 条以上' : ' 条'}
      </span>
      {last > 1 && (
        <>
          <Button icon="left" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            上一页
          </Button>
          <span>
            第 {page} 页，共 {last} 页
          </span>
          <Button disabled={page >= last && !totalMore} onClick={() => onPage(page + 1)}>
            下一页
          </Button>
        </>
      )}
    </nav>
  )
}
