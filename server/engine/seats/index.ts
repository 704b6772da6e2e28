/**
 * Seats of an event, which is a campaign or a case: places that offices grant level by level, seats with a
 * number and a history, waiting lists and offers (docs/decisions/0168). Holders are cases, known by their ids.
 */
export { closeSeats, leftFor, openSeats, setOfferRules, type SeatMoment, type SeatPolicy } from './book.ts'
export { grantPlaces, openPlaces, placesOf, quotaBoard, resizePlaces, returnPlaces } from './cascade.ts'
export { poolsOf, seatHistory, wholeOf, type PoolCount, type SeatAct, type SeatLine } from './history.ts'
export { leaveLine, lineOf, reorderLine, type LinePlace } from './line.ts'
export { acceptOffer, freeSeat, joinLine, lapseOffer, replaceHolder, returnSeats, serve } from './offers.ts'
export { leavePlace, seatOf, takePlace, takeSeat, type Seat } from './take.ts'
