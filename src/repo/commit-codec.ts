/** Who did something, and when. */
export interface Person {
  readonly name: string;
  readonly email: string;
  /** ISO 8601, UTC, whole seconds. */
  readonly at: string;
  /** Offset of the person's clock, as +0000. */
  readonly zone: string;
}
