/**
 * The texts of the shell's own pages. Both languages have the same names, which a test holds; `failures` has the codes that the server tells
 * (`server/lib/errors.ts`), and `ended` stands for an end without one.
 */
globalThis.TEXTS = {
  en: {
    starting: 'Custos is starting',
    starting_why: 'The appliance opens its data and loads its engines. After an update this may take some minutes.',
    restart: 'Start again',
    show_log: 'Show the log folder',
    quit: 'Quit Custos',
    told: 'What the appliance said',
    to_do: 'What to do',
    log: 'The last lines of its log',
    log_empty: 'The log holds nothing, or cannot be read.',
    failed: 'Custos does not start',
    nothing_lost: 'Everything that was accepted is stored. Nothing is lost by waiting.',
    failures: {
      ended: [
        'The appliance ended by itself several times, one soon after the other.',
        'Start it again. If that does not help, restart the computer, then send the log to whoever looks after Custos for you: it holds no personal data.',
      ],
      internal: [
        'The appliance failed while it started.',
        'Start it again. If that does not help, send the log to whoever looks after Custos for you: it holds no personal data.',
      ],
      folder_in_use: [
        'Another Custos uses the data folder at this moment.',
        'Quit the other one, such as a service of this computer or one that another user started, then start again.',
      ],
      folder_newer: [
        'The data was written by a newer version of Custos.',
        'Install that version, or a newer one. This one would not understand the data, and leaves it untouched.',
      ],
      master_key_missing: [
        'The key that opens the data is not where it was.',
        'Connect the disk or stick that holds the key file, or put the file back from its copy, then start again. If it is lost, restore a backup with the recovery key: custos backup restore.',
      ],
      master_key_wrong: [
        'The key that was found does not open this data.',
        'Put the right key file in its place, or correct the settings that name it, then start again. If it is lost, restore a backup with the recovery key: custos backup restore.',
      ],
      keystore_unavailable: [
        'This computer’s keystore does not give the key that opens the data.',
        'Unlock the keystore (keyring, wallet or keychain) and start again. If Custos was set up by another user of this computer, or the system was installed anew, the key cannot be had from it any more: restore your newest backup with the recovery key (custos backup restore), then start again.',
      ],
      disk_full: ['The disk is full.', 'Free some space on the disk of the data folder, then start again.'],
      port_taken: [
        'Another program uses the network port of Custos on this computer.',
        'End the other program, or give Custos another port in the file custos.json of the data folder ("port": 8421), then start again.',
      ],
      invalid_configuration: [
        'A setting is not valid.',
        'Correct it as the sentence below says: in the file custos.json of the data folder, or in the environment. Then start again.',
      ],
      other: ['The appliance cannot start.', 'The sentence below says why. Then start again.'],
    },
    crash: 'The window failed several times',
    crash_why:
      'The appliance goes on, and everything that was sent to it is stored. What was typed and not sent is gone.',
    show_console: 'Show Custos again',
    open: 'Passphrase',
    open_why: 'The data of this appliance opens with a passphrase. Type it to start.',
    choose: 'Choose a passphrase',
    choose_why:
      'The passphrase opens the data at each start of Custos. It is stored nowhere, and nobody can find it again for you: write it down, and keep it in a safe place.',
    because: {
      basic_text:
        'This desktop has no keystore: what Custos would store in its place, every program could read. So the key is sealed with a passphrase of yours instead. Where a keyring (such as GNOME Keyring or KWallet) is set up, the key can be moved there later, under System.',
      unavailable:
        'The keystore of this computer cannot be used, so the key is sealed with a passphrase of yours instead. Where the keystore works again, the key can be moved there later, under System.',
    },
    passphrase: 'Passphrase',
    passphrase_again: 'The passphrase once more',
    passphrase_rule: 'At least {count} characters. Several words that do not belong together are best.',
    passphrase_short: 'It has fewer than {count} characters.',
    passphrase_differs: 'The two are not the same.',
    passphrase_wrong: 'That was not the right passphrase. Type it again; mind capitals and the keyboard’s language.',
    passphrase_refused: 'This one cannot be used. Take a longer one, without signs that cannot be typed.',
    passphrase_checked: 'Checking…',
    passphrase_give: 'Start',
  },
  fr: {
    starting: 'Custos démarre',
    starting_why:
      'L’appareil ouvre ses données et charge ses moteurs. Après une mise à jour, cela peut durer quelques minutes.',
    restart: 'Redémarrer',
    show_log: 'Afficher le dossier du journal',
    quit: 'Quitter Custos',
    told: 'Ce que l’appareil a dit',
    to_do: 'Que faire',
    log: 'Les dernières lignes du journal',
    log_empty: 'Le journal est vide ou illisible.',
    failed: 'Custos ne démarre pas',
    nothing_lost: 'Tout ce qui a été accepté est enregistré. Attendre ne fait rien perdre.',
    failures: {
      ended: [
        'L’appareil s’est arrêté de lui-même plusieurs fois de suite.',
        'Redémarrez-le. Si cela ne suffit pas, redémarrez l’ordinateur, puis envoyez le journal à la personne qui s’occupe de Custos : il ne contient aucune donnée personnelle.',
      ],
      internal: [
        'L’appareil a échoué pendant son démarrage.',
        'Redémarrez-le. Si cela ne suffit pas, envoyez le journal à la personne qui s’occupe de Custos : il ne contient aucune donnée personnelle.',
      ],
      folder_in_use: [
        'Un autre Custos utilise le dossier des données en ce moment.',
        'Quittez l’autre, par exemple un service de cet ordinateur ou celui d’un autre utilisateur, puis redémarrez.',
      ],
      folder_newer: [
        'Les données ont été écrites par une version plus récente de Custos.',
        'Installez cette version, ou une plus récente. Celle-ci ne comprendrait pas les données et n’y touche pas.',
      ],
      master_key_missing: [
        'La clé qui ouvre les données n’est plus à sa place.',
        'Branchez le disque ou la clé USB qui contient le fichier de clé, ou remettez le fichier depuis sa copie, puis redémarrez. S’il est perdu, restaurez une sauvegarde avec la clé de secours : custos backup restore.',
      ],
      master_key_wrong: [
        'La clé trouvée n’ouvre pas ces données.',
        'Mettez le bon fichier de clé à sa place, ou corrigez les réglages qui le nomment, puis redémarrez. S’il est perdu, restaurez une sauvegarde avec la clé de secours : custos backup restore.',
      ],
      keystore_unavailable: [
        'Le trousseau de cet ordinateur ne donne pas la clé qui ouvre les données.',
        'Déverrouillez le trousseau et redémarrez. Si Custos a été installé par un autre utilisateur de cet ordinateur, ou si le système a été réinstallé, la clé ne peut plus en être tirée : restaurez votre dernière sauvegarde avec la clé de secours (custos backup restore), puis redémarrez.',
      ],
      disk_full: ['Le disque est plein.', 'Libérez de la place sur le disque des données, puis redémarrez.'],
      port_taken: [
        'Un autre programme utilise le port réseau de Custos sur cet ordinateur.',
        'Arrêtez l’autre programme, ou donnez à Custos un autre port dans le fichier custos.json du dossier des données ("port": 8421), puis redémarrez.',
      ],
      invalid_configuration: [
        'Un réglage n’est pas valable.',
        'Corrigez-le comme le dit la phrase ci-dessous : dans le fichier custos.json du dossier des données, ou dans l’environnement. Puis redémarrez.',
      ],
      other: ['L’appareil ne peut pas démarrer.', 'La phrase ci-dessous dit pourquoi. Puis redémarrez.'],
    },
    crash: 'La fenêtre a échoué plusieurs fois',
    crash_why:
      'L’appareil continue, et tout ce qui lui a été envoyé est enregistré. Ce qui a été saisi sans être envoyé est perdu.',
    show_console: 'Afficher Custos de nouveau',
    open: 'Phrase secrète',
    open_why: 'Les données de cet appareil s’ouvrent avec une phrase secrète. Saisissez-la pour démarrer.',
    choose: 'Choisissez une phrase secrète',
    choose_why:
      'La phrase secrète ouvre les données à chaque démarrage de Custos. Elle n’est conservée nulle part, et personne ne peut la retrouver pour vous : notez-la et gardez-la en lieu sûr.',
    because: {
      basic_text:
        'Ce bureau n’a pas de trousseau : ce que Custos y mettrait à la place, tout programme pourrait le lire. La clé est donc scellée par une phrase secrète à vous. Si un trousseau (comme GNOME Keyring ou KWallet) est mis en place, la clé pourra y être déplacée plus tard, sous Système.',
      unavailable:
        'Le trousseau de cet ordinateur n’est pas utilisable ; la clé est donc scellée par une phrase secrète à vous. Quand il fonctionnera de nouveau, la clé pourra y être déplacée, sous Système.',
    },
    passphrase: 'Phrase secrète',
    passphrase_again: 'La phrase secrète encore une fois',
    passphrase_rule: 'Au moins {count} caractères. Le mieux : plusieurs mots sans rapport entre eux.',
    passphrase_short: 'Elle a moins de {count} caractères.',
    passphrase_differs: 'Les deux saisies diffèrent.',
    passphrase_wrong:
      'Ce n’était pas la bonne phrase secrète. Saisissez-la de nouveau ; attention aux majuscules et à la langue du clavier.',
    passphrase_refused: 'Celle-ci ne convient pas. Prenez-en une plus longue, sans signe impossible à saisir.',
    passphrase_checked: 'Vérification…',
    passphrase_give: 'Démarrer',
  },
};
