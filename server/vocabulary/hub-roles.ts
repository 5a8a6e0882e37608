/** The roles of the hub's operators. A viewer may be limited to branches; an administrator sees all of them. */
export const HUB_ROLES = ['hub_administrator', 'hub_viewer'] as const;

export type HubRole = (typeof HUB_ROLES)[number];
