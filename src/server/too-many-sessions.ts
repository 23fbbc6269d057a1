/** There may be no further session. */
export class TooManySessions extends Error {
  constructor(most: number) {
    super(`there are ${most} sessions, as many as there may be; DELETE some of them by the control API`);
  }
}
