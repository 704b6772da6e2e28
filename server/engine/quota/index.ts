/**
 * Places of a campaign, split level by level among those who recommend entries; knows campaigns and cases by
 * their ids.
 */
export { grantPlaces, openPlaces, quotaBoard, returnPlaces } from './cascade.ts'
export { keepPlaces } from './places.ts'
export { rankEntries, ranking } from './ranking.ts'
