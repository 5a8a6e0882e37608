import type { setup as english } from '../en/setup.ts';

export const setup: Record<keyof typeof english, string> = {
  'setup.title': 'Mise en service',
  'setup.steps': 'Étapes de la mise en service',
  'setup.step_administrator': 'Administrateur',
  'setup.step_master_key': 'Clé maîtresse',
  'setup.step_recovery_key': 'Clé de secours',
  'setup.step_list_loaded': 'Première liste',
  'setup.step_api_key': 'Clé d’API',
  'setup.step_done': '(fait)',
  'setup.skip': 'Plus tard',
  'setup.skip_anyway': 'Continuer sans',
  'setup.skip_not': 'Le faire maintenant',
  'setup.administrator_title': 'Bienvenue. Qui administre cet appareil ?',
  'setup.administrator_intro':
    'Le premier administrateur crée les comptes de tous les autres. Cela prend environ deux minutes.',
  'setup.administrator_submit': 'Créer l’administrateur',
  'setup.code': 'Code à usage unique',
  'setup.code_hint': 'L’appareil l’a affiché à son démarrage : dans sa fenêtre, son terminal ou le journal du service.',
  'setup.name': 'Votre nom',
  'setup.name_hint': 'Il figure à côté de chacune de vos décisions.',
  'setup.login_hint': 'Lettres a-z, chiffres et . _ @ -',
  'setup.password_show': 'Afficher le mot de passe',
  'setup.password_more': 'Il manque encore {count} caractère.|Il manque encore {count} caractères.',
  'setup.password_is_login': 'C’est votre identifiant. Choisissez autre chose.',
  'setup.password_good': 'Assez long.',
  'setup.master_title': 'Où se trouve la clé maîtresse ?',
  'setup.master_intro':
    'La clé maîtresse chiffre tout ce qui est conservé ici. Qui possède les données sans elle ne peut rien lire.',
  'setup.master_keep': 'La laisser où elle est',
  'setup.master_keep_why':
    'Elle est à l’écart des données : une copie des données ne vaut rien sans elle. Rien ne change.',
  'setup.master_keep_inside':
    'Elle se trouve dans le dossier des données : qui copie ce dossier possède aussi la clé. Un autre endroit est préférable.',
  'setup.master_keep_passphrase': 'Elle est scellée par une phrase secrète, donnée à chaque démarrage. Rien ne change.',
  'setup.master_keep_keystore':
    'Le trousseau de ce système la garde : seul cet utilisateur, sur cet ordinateur, peut ouvrir les dossiers. Faites une clé de secours et des sauvegardes pour le jour où l’ordinateur serait perdu.',
  'setup.master_file': 'Un autre fichier',
  'setup.master_file_why':
    'Par exemple sur un partage protégé, ou sur une clé USB retirée après le démarrage. Le fichier doit être présent à chaque démarrage.',
  'setup.master_path': 'Chemin du nouveau fichier',
  'setup.master_path_hint':
    'Sur la machine de l’appareil : un dossier existant et un nom libre, par exemple /media/cle/custos.key',
  'setup.master_passphrase': 'Une phrase secrète',
  'setup.master_passphrase_why':
    'Aucun fichier ne contient la clé. La phrase doit être donnée à chaque démarrage, et personne ne peut la retrouver pour vous.',
  'setup.passphrase': 'Phrase secrète',
  'setup.passphrase_again': 'La phrase secrète encore une fois',
  'setup.passphrase_differs': 'Les deux saisies diffèrent.',
  'setup.passphrase_show': 'Afficher la phrase secrète',
  'setup.master_keystore': 'Le trousseau de ce système',
  'setup.master_keystore_why':
    'Vous seul pouvez ouvrir les dossiers, sur cet ordinateur, sans rien saisir. Si l’ordinateur est perdu, une sauvegarde et la clé de secours les ouvrent.',
  'setup.master_fixed':
    'La configuration de la machine fixe l’emplacement de la clé : elle ne peut pas être déplacée d’ici.',
  'setup.master_submit_keep': 'Garder et continuer',
  'setup.master_submit_move': 'Déplacer la clé',
  'setup.master_moved_file':
    'La clé a été déplacée. Le prochain démarrage la trouvera à son nouvel emplacement ; gardez-en une copie à l’écart des données.',
  'setup.master_moved_passphrase':
    'La clé a été scellée. Le prochain démarrage a besoin de la phrase secrète : l’application de bureau la demande ; sans elle, définissez CUSTOS_PASSPHRASE ou CUSTOS_PASSPHRASE_FILE.',
  'setup.master_moved_keystore':
    'Le trousseau de ce système garde désormais la clé. Gardez une clé de secours et des sauvegardes : elles ouvrent les dossiers si cet ordinateur est perdu.',
  'setup.master_former_left': 'L’ancien fichier de clé existe encore. Supprimez-le vous-même.',
  'setup.recovery_title': 'Conservez la clé de secours',
  'setup.recovery_intro':
    'Si la clé maîtresse est perdue, seule la clé de secours ouvre vos sauvegardes. Sa place est sur papier, dans un coffre.',
  'setup.recovery_make': 'Afficher la clé de secours',
  'setup.recovery_pending': 'Une clé de secours a déjà été affichée sans être ressaisie. Une nouvelle la remplace.',
  'setup.recovery_keep':
    'Elle n’est affichée que cette fois. Imprimez-la ou enregistrez-la dans un fichier, et gardez-la loin de cette machine.',
  'setup.recovery_print': 'Imprimer',
  'setup.recovery_file': 'Enregistrer un fichier',
  'setup.recovery_typed': 'Ressaisissez-la',
  'setup.recovery_typed_hint':
    'Pour être sûr que votre copie est exacte. Majuscules, espaces et tirets ne comptent pas.',
  'setup.recovery_in_force': 'La clé de secours est en vigueur.',
  'setup.recovery_is_set': 'Une clé de secours est en vigueur, créée le {when}. Son empreinte : {fingerprint}',
  'setup.recovery_skip':
    'Sans clé de secours, si la clé maîtresse est perdue, plus personne ne pourra lire les dossiers, pas même depuis une sauvegarde.',
  'setup.paper_title': 'Clé de secours Custos',
  'setup.paper_what': 'Empreinte {fingerprint}, créée le {when}.',
  'setup.paper_where':
    'À garder à l’écart de la machine et de ses sauvegardes. Qui la possède avec une sauvegarde peut tout lire.',
  'setup.paper_how': 'Pour l’utiliser : custos backup restore FILE --to FOLDER --keys FILE la demande.',
  'setup.list_title': 'Chargez une première liste',
  'setup.list_intro':
    'Les noms sont comparés aux listes de sanctions que vous chargez, par exemple celles de l’UE, de l’ONU, de l’OFAC ou du Royaume-Uni. L’appareil ne se connecte jamais à Internet : apportez le fichier ici.',
  'setup.list_hint':
    'Tel que son éditeur le publie : XML, CSV, JSON, XLSX ou ODS ; ou un paquet signé (.zip). Déposez ensemble les fichiers d’une même liste.',
  'setup.list_sending': 'Envoi : {share}',
  'setup.list_waiting': 'En attente de son tour',
  'setup.list_checking': 'Examen des fichiers',
  'setup.list_reading': 'Lecture : {entries} entrées',
  'setup.list_activating': 'Mise en vigueur',
  'setup.list_done': '{count} entrée est désormais consultée.|{count} entrées sont désormais consultées.',
  'setup.list_stale':
    '{name} date du {date}, il y a {count} jour : c’est trop ancien. Chaque vérification attend une personne tant qu’une version récente n’est pas chargée.|{name} date du {date}, il y a {count} jours : c’est trop ancien. Chaque vérification attend une personne tant qu’une version récente n’est pas chargée.',
  'setup.list_another': 'Charger une autre liste',
  'setup.list_meanwhile': 'Continuer en attendant',
  'setup.list_skip': 'Sans liste, le criblage est impossible : chaque vérification attend l’examen d’une personne.',
  'setup.key_title': 'Reliez vos systèmes',
  'setup.key_intro':
    'Un programme qui envoie des vérifications a besoin d’une clé d’API. Les personnes, elles, se connectent.',
  'setup.key_label': 'Pour quel système ?',
  'setup.key_label_hint': 'Par exemple « Application d’agence ». Ce nom figure à côté de ce que fait le système.',
  'setup.key_use': 'Que peut-il faire ?',
  'setup.key_verify': 'Vérifier des personnes et des sociétés',
  'setup.key_verify_why': 'Envoie des vérifications et en lit les résultats.',
  'setup.key_read': 'Lire seulement',
  'setup.key_read_why': 'Lit les vérifications et les événements, par exemple pour un rapport.',
  'setup.key_all': 'Tout',
  'setup.key_all_why': 'Décide aussi, charge des listes et administre. À réserver à peu de programmes.',
  'setup.key_make': 'Créer la clé',
  'setup.key_made_title': 'Copiez la clé d’API maintenant',
  'setup.key_made_use': 'Les programmes l’envoient à {address}/v1 dans l’en-tête Authorization: Bearer.',
  'setup.key_skip':
    'Sans clé, aucun autre programme ne peut envoyer de vérifications. Avec la console, on peut travailler malgré tout.',
  'setup.finish_title': 'Tout est prêt',
  'setup.finish_title_missing': 'Prêt, mais incomplet',
  'setup.finish_intro': 'Créez les comptes de vos collègues sous Opérateurs quand vous le souhaitez.',
  'setup.finish_intro_missing': 'Vous pouvez travailler dès maintenant. La file vous rappelle ce qui manque.',
  'setup.finish_intro_stale':
    'Vous pouvez travailler dès maintenant. Avec une liste récente, des vérifications aboutissent sans personne.',
  'setup.ready_administrator': 'Vous êtes connecté.',
  'setup.ready_master_key': 'À l’écart des données.',
  'setup.ready_recovery_key': 'En vigueur.',
  'setup.ready_list_loaded': 'Les noms sont criblés.',
  'setup.ready_api_key': 'Des programmes peuvent se connecter.',
  'setup.missing_administrator': 'Aucun administrateur ne peut se connecter.',
  'setup.missing_master_key':
    'Elle se trouve dans le dossier des données : une copie du dossier est une copie de la clé.',
  'setup.missing_recovery_key': 'Une clé maîtresse perdue ne peut pas être remplacée.',
  'setup.missing_list_loaded': 'Personne ne peut être criblé.',
  'setup.missing_api_key': 'Aucun programme ne peut se connecter.',
  'setup.reminder': 'Il manque encore : {missing}.',
  'setup.reminder_master_key': 'un endroit sûr pour la clé maîtresse',
  'setup.reminder_recovery_key': 'une clé de secours',
  'setup.reminder_list_loaded': 'une liste de sanctions',
  'setup.reminder_api_key': 'une clé d’API',
  'setup.reminder_go': 'Terminer la mise en service',
};
