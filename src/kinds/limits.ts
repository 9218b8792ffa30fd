const MIB = 1024 * 1024;

/** The largest that docket takes in: bytes of one doc, files and bytes of one proposal. */
export const LIMITS = { docBytes: 8 * MIB, proposalFiles: 1000, proposalBytes: 64 * MIB } as const;
