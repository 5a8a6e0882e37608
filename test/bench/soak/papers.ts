import { must } from '../../../server/lib/assert.ts';
import { DEMO_CASES } from '../../demo/cases.ts';
import { type FakeContent, fakeFile } from '../../support/fake-engines.ts';
import { CARD_LINES, cardAndSelfie, type FormFile } from '../../support/form.ts';
import { LISTED_PERSON } from '../../support/lists.ts';

interface Applicant {
  first_name: string;
  last_name: string;
  dob: string;
}

export interface PersonsPapers {
  applicant: Partial<Applicant>;
  files: FormFile[];
}

/** Submissions of people and companies, in a form that the engines of a run can read. */
export interface Papers {
  /** Papers of a person with this name, or of another person if they have a name of their own. */
  person(random: () => number, name: Pick<Applicant, 'first_name' | 'last_name'>): PersonsPapers;
  company(): FormFile;
}

/** For fake engines: a person whose card is clean, blurred, damaged or expired, or who is on a list. */
export const FAKE_PAPERS: Papers = {
  person(random, name) {
    const applicant = random() < 0.05 ? LISTED_PERSON : { ...name, dob: '1986-08-12' };
    const lines = CARD_LINES.map((line) =>
      line
        .replace('MARTELLO', applicant.last_name.toUpperCase())
        .replace('ANNA LUCIA', applicant.first_name.toUpperCase()),
    );
    const sort = random();
    const card: FakeContent = {
      lines: sort < 0.1 ? lines.map((line) => line.replace('2036', '2016')) : lines,
      ...(sort > 0.7 && { quality: { sharpness: 5 } }),
      ...(sort > 0.95 && { undecodable: true }),
    };
    const { first_name, last_name, dob } = applicant;
    return { applicant: { first_name, last_name, dob }, files: cardAndSelfie({ card }) };
  },
  company: () => ({ bytes: fakeFile({ lines: ['HANDEL GMBH'] }), type: 'registration_certificate' }),
};

/** For the real engines: the drawn people of the demonstration. A page of one of them replaces a company's file. */
export async function drawPapers(): Promise<Papers> {
  const people: PersonsPapers[] = [];
  for (const { draw } of DEMO_CASES) {
    const { applicant, uploads } = await draw();
    people.push({ applicant, files: uploads.map(({ file, ...told }) => ({ ...told, bytes: file })) });
  }
  const page = must(people[0]?.files[0], 'something was drawn');
  return {
    person: (random) => must(people[Math.floor(random() * people.length)], 'there is such a person'),
    company: () => ({ bytes: page.bytes, name: 'page.jpg', type: 'registration_certificate' }),
  };
}
