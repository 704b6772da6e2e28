import { indexChoices, type IndexChoice } from '../../../../catalogue/contract/curriculum.ts'
import { useRead } from '../use-read.ts'

/** Words between a textbook and its chapters in a path of the index. */
const between = '　'

/** The chapters by textbook, in the order of the index. */
function byTextbook(list: readonly IndexChoice[]): ReadonlyMap<string, readonly IndexChoice[]> {
  const books = new Map<string, IndexChoice[]>()
  for (const one of list) {
    const [book = ''] = one.path.split(between)
    books.set(book, [...(books.get(book) ?? []), one])
  }
  return books
}

/** A choice of a chapter of the curriculum index, below the textbook it stands in. */
export function Chapters({ chosen }: { chosen: string }) {
  const { data } = useRead('/api/v1/curriculum/index?of=chapter', indexChoices)
  return (
    <label>
      教材章节
      <select key={data ? 'read' : 'waits'} name="node" defaultValue={chosen}>
        <option value="">全部</option>
        {[...byTextbook(data?.list ?? [])].map(([book, chapters]) => (
          <optgroup key={book} label={book}>
            {chapters.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  )
}
