import { unlikeCategory } from '../../../catalogue/institutions/code-category.ts'

/** Says where code and type of a school do not go together. It refuses nothing. */
export function CodeDoubt({ schoolType, code }: { schoolType: unknown; code: unknown }) {
  const doubt = unlikeCategory(schoolType, code)
  return <output className="institutions-warning">{doubt}</output>
}
