/** The directory cannot be asked: it is down, slow, of another certificate, or refuses the reading account. */
export class DirectoryFault extends Error {}
