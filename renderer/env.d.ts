declare module '*.css';

/** Addresses of files in the applicant's bundle. */
declare module '*?url' {
  const address: string;
  export default address;
}

declare module '*?worker&url' {
  const address: string;
  export default address;
}

/** Trusted Types, which TypeScript's own library does not declare. */
declare var trustedTypes:
  | {
      createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(input: string): unknown };
    }
  | undefined;
