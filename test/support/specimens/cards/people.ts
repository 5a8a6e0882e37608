import type { CardLanguage } from './words.ts';

/** A fictitious holder. */
export interface CardPerson {
  lastName: string;
  firstNames: string;
  sex: 'F' | 'M';
  birthplace: string;
}

interface NamePool {
  women: readonly string[];
  men: readonly string[];
  lastNames: readonly string[];
  birthplaces: readonly string[];
  /** One complete person who is always included. */
  first: CardPerson;
}

/** Common names of each language, chosen for their writing: accents, hyphens, apostrophes, several words. */
const NAMES: Record<CardLanguage, NamePool> = {
  en: {
    women: ['Siân Mary', 'Chloë', 'Mary-Jane', 'Aoife Niamh', 'Brontë', 'Eleanor Grace'],
    men: ['Connor James', 'Seán', 'William', 'John-Paul', 'Rhys Édouard', 'Thaddeus'],
    lastNames: [
      ...["O'Connor", 'McAllister', 'Fitzgerald-Hughes', 'Smith', 'Llewellyn', "D'Arcy", 'St. Clair', 'Ó Briain'],
      ...['Whitehouse', 'Knightley-Jones'],
    ],
    birthplaces: ['Westbridge', 'Newhaven', "St. Mary's", 'Kilcarrick'],
    first: { lastName: "O'Brien", firstNames: 'Zoë', sex: 'F', birthplace: 'Kilcarrick' },
  },
  fr: {
    women: ['Anaïs', 'Marie-Thérèse', 'Hélène Chloé', 'Inès', 'Geneviève Aurélie', 'Maëlle'],
    men: ['François', 'Jean-Noël', 'Loïc Étienne', 'Théo', 'Gaël', 'Rémi Aimé'],
    lastNames: [
      ...['Lefèvre', "L'Hermite", 'Dubois-Béranger', 'Père', 'Le Goff', 'De La Croix', "D'Aubigné", 'Château'],
      ...['Noël', 'Bouchez-Maçon'],
    ],
    birthplaces: ['Port-Clair', 'Évreville', "L'Île-Haute", 'Besançourt'],
    first: { lastName: 'Müller-Gonçalves', firstNames: 'Élise', sex: 'F', birthplace: 'Port-Clair' },
  },
  de: {
    women: ['Jürgine', 'Anna-Käthe', 'Zoë Marlene', 'Bärbel', 'Hannelore', 'Ülkü'],
    men: ['Jörg', 'Karl-Heinz', 'Günther Uwe', 'André', 'Björn', 'Matthias Jürgen'],
    lastNames: [
      ...['Groß', 'Von der Höhe', 'Schäfer-Köhler', 'Jäger', 'Weiß', 'Özdemir', 'Zu Löwenstein', 'Krüger', 'Bäcker'],
      ...['Strößner-Lühr'],
    ],
    birthplaces: ['Münzburg', 'Bad Grünau', 'Köpferode', 'Neustadt'],
    first: { lastName: 'Ångström-Núñez', firstNames: 'Søren', sex: 'M', birthplace: 'Bad Grünau' },
  },
  es: {
    women: ['María José', 'Begoña', 'Inés', 'Ana Belén', 'Verónica', 'Concepción'],
    men: ['José Ángel', 'Íñigo', 'Ramón', 'Jesús María', 'Andrés', 'Víctor Hugo'],
    lastNames: [
      ...[
        'García Núñez',
        'Muñoz Peña',
        'De la Fuente Ibáñez',
        'Rodríguez Sáez',
        'Yáñez Güell',
        'López',
        'Ordóñez Vigo',
      ],
      ...['Martín-Calderón', 'Fernández Quiñones', "D'Ors Cañizares"],
    ],
    birthplaces: ['Villanueva', 'La Peñuela', 'Cáñar Alto', 'Santa Inés'],
    first: { lastName: 'Núñez Ibáñez', firstNames: 'Íñigo', sex: 'M', birthplace: 'La Peñuela' },
  },
  it: {
    women: ['Maria Letizia', 'Niccolina', 'Desirée', 'Anna Sofìa', 'Noemi', 'Chiara'],
    men: ['Niccolò', 'Giosuè', 'Luca Andrea', 'Gian-Maria', 'Nicolò Dario', 'Ettore'],
    lastNames: [
      ...["D'Angelo", 'De Nicolò', "Dell'Acqua", 'Cantù', 'Rossi-Forlì', 'Di Santo', 'Alabò', 'Muscarà', 'Lo Presti'],
      ...["D'Amìco Bassi"],
    ],
    birthplaces: ['Castelnuovo', 'Forlanò', "Sant'Elpidio", 'Riva Alta'],
    first: { lastName: "Dell'Acqua-Cantù", firstNames: 'Niccolò', sex: 'M', birthplace: 'Forlanò' },
  },
  pt: {
    women: ['Inês Sofia', 'Conceição', 'Ana Luísa', 'Mónica', 'Graça Beatriz', 'Íris'],
    men: ['Simão', 'António Luís', 'Estêvão', 'José Inácio', 'Tomé', 'Gonçalo'],
    lastNames: [
      ...['Gonçalves', 'Simões Araújo', 'De Sá e Melo', 'Conceição', 'Antunes-Leitão', 'Magalhães', 'Brandão Luís'],
      ...["D'Orey", 'Assunção', 'Varão Teixeira'],
    ],
    birthplaces: ['Vila Nova', 'Conceição de Cima', 'Olhalvo', 'São Brissos'],
    first: { lastName: "D'Ávila", firstNames: 'João', sex: 'M', birthplace: 'São Brissos' },
  },
};

/** `count` people of one language, each with a different name; `next` gives numbers in [0, 1). */
export function drawPeople(language: CardLanguage, count: number, next: () => number): CardPerson[] {
  const { women, men, lastNames, birthplaces, first } = NAMES[language];
  const [shuffledWomen, shuffledMen, shuffledNames] = [women, men, lastNames].map((names) => shuffle(names, next));
  return Array.from({ length: count }, (_, i) => {
    if (i === 0) return first;
    const sex = i % 2 === 0 ? 'M' : 'F';
    const firstNames = (sex === 'F' ? shuffledWomen : shuffledMen) ?? [];
    return {
      lastName: pick(shuffledNames ?? [], i - 1),
      firstNames: pick(firstNames, i >> 1),
      sex,
      birthplace: pick(birthplaces, i),
    };
  });
}

function pick(names: readonly string[], i: number): string {
  return names[i % names.length] ?? '';
}

/** The Fisher-Yates shuffle. */
function shuffle(names: readonly string[], next: () => number): string[] {
  const shuffled = [...names];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [shuffled[i], shuffled[j]] = [shuffled[j] ?? '', shuffled[i] ?? ''];
  }
  return shuffled;
}
