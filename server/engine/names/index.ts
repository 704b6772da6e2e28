export { isSameName, nameForms, nameKey, type NameForms } from './forms.ts'
export { nameBegins, nameFound, nameKeyOf } from './search.ts'
