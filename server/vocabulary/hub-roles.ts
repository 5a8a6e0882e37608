/** The roles of the hub's operators. A viewer may be limited to branches; an administrator sees all of them. */
export const HUB_ROLES = ['hub_administrator', 'hub_viewer'] as const;

export type HubRole = (typeof HUB_ROLES)[number];

/** Whether the hub takes parcels from a branch. */
export const HUB_BRANCH_STATES = ['active', 'quarantined', 'revoked'] as const;
