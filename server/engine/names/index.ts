export { isSameName, nameForms, nameKey, type NameForms } from './forms.ts'
export { readingOfTitle } from './readings.ts'
export { namesakes } from './namesakes.ts'
export { nameBegins, nameFound, nameKeyOf } from './search.ts'
