export const HEADS = 'refs/heads/';
export const PROPOSALS = 'refs/heads/proposals/';
export const REVISIONS = 'refs/docket/revisions/';
export const ENDED = 'refs/docket/ended/';
export const REVIEWS = 'refs/docket/reviews/';
